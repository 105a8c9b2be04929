-- Failures are few among many deeds: a list of them must not read all the others.
create index on audit (at desc, id desc) where code <> 200;
