-- A document's hash is a sha256: the contract takes nothing else. Unvalidated, as a movement that is written stays as it is; settlement
-- parks one that it cannot send.
alter table transaction
  add constraint document_hash_is_sha256 check (length(document_hash) = 32) not valid;
