-- The map, once it is near enough to show devices one by one, reads those of its box and no others.
create index devices_place on devices (longitude, latitude) where longitude is not null;
