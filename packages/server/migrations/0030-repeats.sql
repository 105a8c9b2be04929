-- Deeds that were asked for with an Idempotency-Key: the hash of the key, and the answer encrypted with it.
create table repeats (
  id bytea primary key,
  input_hash bytea not null,
  reply bytea,
  at timestamptz not null default now()
);
create index on repeats (at);
revoke delete on repeats from wk_app, wk_staff;
