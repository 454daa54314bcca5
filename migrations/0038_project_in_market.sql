-- The market's projects by name: of a hundred thousand projects few have issued anything, and each page walked past all that had not.
create index project_in_market on project (tenant_id, left(words, 200), id) where minted > 0;
