-- What the registry is, in a few sentences on its front page; the product's own where it is empty.
alter table tenant add column about text not null default '';
alter table tenant_text add column about text not null default '';
