-- Claims of a rare vintage were looked for among all claims of a registry, in 2 s at a million.
create index claim_by_vintage on claim using gin (vintages);
