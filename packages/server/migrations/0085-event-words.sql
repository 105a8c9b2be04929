-- What a text is made of: its letters and the pairs of neighbours, in small letters. Whatever holds a piece of text holds
-- the piece's pairs, so that an index of them finds pieces of any length: trigrams need three letters, and a Chinese word has two.
create function grams(text) returns text[] language plpgsql immutable strict parallel safe as $$
declare
  letters text[] := string_to_array(lower($1), null);
  found text[] := letters;
begin
  for at in 2 .. cardinality(letters) loop found := found || (letters[at - 1] || letters[at]); end loop;
  return found;
end $$;

-- By what a piece of text is looked for: its pairs say all that its letters say, unless it is a single one.
create function grams_wanted(text) returns text[] language sql immutable strict parallel safe as $$
  select array(select gram from unnest(grams($1)) as gram where length(gram) = least(length($1), 2))
$$;

-- Signals by their code; faults, which are a code, a value and a type, by all three (decision 200).
drop index events_semaphore_code_organization_id_occurred_at_id_value__idx;
create index on events (semaphore_code, organization_id, occurred_at desc, id desc);
create index on events (semaphore_code, value, equip_type_id, organization_id, occurred_at desc, id desc) where kind = 'alarm';
create index on events using gin (grams(content)) where kind = 'device' and content is not null;

drop index devices_lower_idx;
create index on devices using gin (grams(address)) where address <> '';

-- LIKE, and what arrays hold, are not leakproof: under a policy they use no index, here they do. Both functions give ids
-- only, and the policies still guard what is read by them.
create or replace function device_ids_by_address(wanted text, most integer) returns bigint[]
language plpgsql stable security definer set search_path = public as $$
declare
  maker bigint := nullif(current_setting('app.organization', true), '')::bigint;
  -- what has no capitals is compared as it stands: making 100,000 addresses small costs more than the comparison
  place text := case when lower(wanted) = upper(wanted) then 'address' else 'lower(address)' end;
  within_maker text := case when maker is null then '' else ' and organization_id = $4' end;
  found bigint[];
begin
  execute format('select array_agg(id) from (select id from devices
      where address <> '''' and grams(address) @> $1 and strpos(%s, $2) > 0%s limit $3) as like_it', place, within_maker)
    into found using grams_wanted(wanted), lower(wanted), most, maker;
  return coalesce(found, '{}');
end $$;

-- At most `most` events of a time in which a device said this in its own words.
create function event_ids_by_words(wanted text, since timestamptz, until timestamptz, most integer) returns bigint[]
language plpgsql stable security definer set search_path = public as $$
declare
  maker bigint := nullif(current_setting('app.organization', true), '')::bigint;
  within_maker text := case when maker is null then '' else ' and organization_id = $6' end;
  found bigint[];
begin
  execute format('select array_agg(id) from (select id from events
      where kind = ''device'' and content is not null and grams(content) @> $1 and strpos(lower(content), $2) > 0
        and occurred_at >= $3 and occurred_at <= coalesce($4, ''infinity'')%s limit $5) as said', within_maker)
    into found using grams_wanted(wanted), lower(wanted), since, until, most, maker;
  return coalesce(found, '{}');
end $$;
revoke execute on function event_ids_by_words from public;
grant execute on function event_ids_by_words to wk_app, wk_staff, wk_system;
