-- What was added to be quick: what need not be done again.

-- What extract keeps of a root beside its graph, so that the next run reads only what changed: the state of each file and digests of the
-- graph (known), and what the files say, in the form of the program that wrote it (part). Numbers of nodes and edges say whether the
-- graph is still the one that this belongs to.
CREATE TABLE graph_builds (
  root_id INTEGER PRIMARY KEY REFERENCES roots(id),
  known   BLOB NOT NULL,
  nodes   INTEGER NOT NULL,
  edges   INTEGER NOT NULL
);
CREATE TABLE graph_parts (
  root_id INTEGER NOT NULL REFERENCES roots(id),
  name    TEXT NOT NULL,
  part    BLOB NOT NULL,
  PRIMARY KEY (root_id, name)
);
-- Nodes whose entries are to be made anew: the graph changes at once, its entries follow in batches.
CREATE TABLE graph_pending (
  id   INTEGER PRIMARY KEY,
  node TEXT NOT NULL UNIQUE
);
-- What it takes the place of.
DELETE FROM graph_extras WHERE key = 'brain:edges';

-- Less room again, by a third, for a file that holds many pages.

-- A span is nearly always of the entity that its entry names: only where another entity had the content first (source, entity_id)
-- says whose it is. And nearly always it begins when the entry was made: then valid_from is NULL. Whoever reads finds the spans in the view as they were.
CREATE TABLE spans (
  id          INTEGER PRIMARY KEY,
  entry_id    INTEGER NOT NULL REFERENCES brain_entries(id),
  source      TEXT,
  entity_id   TEXT,
  valid_from  TEXT,
  valid_to    TEXT,
  recorded_at TEXT NOT NULL,
  closed_at   TEXT
);
INSERT INTO spans(id, entry_id, source, entity_id, valid_from, valid_to, recorded_at, closed_at)
  SELECT s.id, s.entry_id, iif(same, NULL, source), iif(same, NULL, entity_id), nullif(valid_from, made), valid_to, recorded_at, closed_at
  FROM (SELECT s.*, s.source = e.source AND s.entity_id = e.entity_id AS same, e.created_at AS made FROM entry_spans s JOIN brain_entries e ON e.id = s.entry_id) s ORDER BY id;
DROP INDEX entry_spans_open;
DROP INDEX entry_spans_open_entry;
DROP INDEX entry_spans_closed;
DROP INDEX entry_spans_entity;
DROP TABLE entry_spans;
CREATE INDEX spans_entry ON spans(entry_id, valid_to);
CREATE INDEX spans_closed ON spans(entry_id) WHERE valid_to IS NOT NULL;
CREATE INDEX spans_apart ON spans(source, entity_id) WHERE entity_id IS NOT NULL;
CREATE VIEW entry_spans AS
SELECT s.id AS id, e.source AS source, e.entity_id AS entity_id, s.entry_id AS entry_id, coalesce(s.valid_from, e.created_at) AS valid_from,
       s.valid_to AS valid_to, s.recorded_at AS recorded_at, s.closed_at AS closed_at
FROM brain_entries e JOIN spans s ON s.entry_id = e.id AND s.entity_id IS NULL
UNION ALL
SELECT s.id, s.source, s.entity_id, s.entry_id, coalesce(s.valid_from, e.created_at), s.valid_to, s.recorded_at, s.closed_at
FROM spans s JOIN brain_entries e ON e.id = s.entry_id WHERE s.entity_id IS NOT NULL;

-- entry_texts says where lexemes stand, and entries_fts alone which: the tsvector of a text is packed without their letters.
DROP TRIGGER brain_entries_text_ai;
DROP TRIGGER brain_entries_text_au;
CREATE TRIGGER brain_entries_text_ai AFTER INSERT ON brain_entries BEGIN
  INSERT INTO entry_texts(entry_id, tsvector) VALUES (new.id, brain_tsvector(new.content));
  INSERT INTO entries_fts(rowid, lexemes) VALUES (new.id, brain_index_text(new.content));
END;
CREATE TRIGGER brain_entries_text_au AFTER UPDATE OF content ON brain_entries WHEN old.content <> new.content BEGIN
  DELETE FROM entries_fts WHERE rowid = old.id;
  DELETE FROM entry_texts WHERE entry_id = old.id;
  INSERT INTO entry_texts(entry_id, tsvector) VALUES (new.id, brain_tsvector(new.content));
  INSERT INTO entries_fts(rowid, lexemes) VALUES (new.id, brain_index_text(new.content));
END;

-- A name has few revisions, so their order needs no index.
DROP INDEX brain_entries_name;
CREATE INDEX brain_entries_name ON brain_entries(entity_name);

-- What many pages of a tree say alike, such as a template. The texts of pages are deflated with it.
CREATE TABLE page_dictionaries (
  id      INTEGER PRIMARY KEY,
  root_id INTEGER REFERENCES roots(id) ON DELETE SET NULL,
  words   BLOB NOT NULL
);

-- body is the page as it is exported, byte for byte: the truth and the timeline stand in it after so many bytes. Where they do
-- not stand in the file as they are (middle_size is NULL) they follow it. packing NULL: body is those bytes; 0: deflated; else
-- deflated with that dictionary. page_texts has them as texts.
ALTER TABLE pages ADD COLUMN packing INTEGER;
ALTER TABLE pages ADD COLUMN head_size INTEGER NOT NULL DEFAULT 0;
ALTER TABLE pages ADD COLUMN truth_size INTEGER NOT NULL DEFAULT 0;
ALTER TABLE pages ADD COLUMN middle_size INTEGER;
ALTER TABLE pages ADD COLUMN timeline_size INTEGER NOT NULL DEFAULT 0;
ALTER TABLE pages ADD COLUMN body BLOB NOT NULL DEFAULT x'';
UPDATE pages SET head_size = length(head), truth_size = length(CAST(compiled_truth AS BLOB)), middle_size = length(middle),
  timeline_size = length(CAST(timeline AS BLOB)), body = CAST(head || compiled_truth || coalesce(middle, '') || timeline || tail AS BLOB),
  head = x'', compiled_truth = '', middle = NULL, timeline = '', tail = x'';
ALTER TABLE pages DROP COLUMN source;
ALTER TABLE pages DROP COLUMN compiled_truth;
ALTER TABLE pages DROP COLUMN timeline;
ALTER TABLE pages DROP COLUMN head;
ALTER TABLE pages DROP COLUMN middle;
ALTER TABLE pages DROP COLUMN tail;
CREATE VIEW page_texts AS
SELECT id, slug, type, title, deleted_at, coalesce(CAST(substr(bytes, head_size + 1, truth_size) AS TEXT), '') AS compiled_truth,
       coalesce(CAST(substr(bytes, head_size + truth_size + coalesce(middle_size, 0) + 1, timeline_size) AS TEXT), '') AS timeline,
       iif(middle_size IS NULL, substr(bytes, 1, head_size), bytes) AS source
FROM (SELECT *, iif(packing IS NULL, body, brain_inflate(body, (SELECT words FROM page_dictionaries d WHERE d.id = packing))) AS bytes FROM pages);

-- The versions of pages in the same way.
ALTER TABLE page_versions RENAME TO page_versions_of_schema_3;
CREATE TABLE page_versions (
  id             INTEGER PRIMARY KEY,
  page_id        INTEGER NOT NULL REFERENCES pages(id) ON DELETE CASCADE,
  snapshot_at    TEXT NOT NULL,
  updated_at     TEXT NOT NULL,
  reason         TEXT NOT NULL,
  type           TEXT NOT NULL,
  title          TEXT NOT NULL,
  source_hash    TEXT NOT NULL,
  tags           TEXT NOT NULL,
  links          TEXT NOT NULL,
  added          TEXT NOT NULL,
  frontmatter    TEXT NOT NULL,
  packing        INTEGER,
  head_size      INTEGER NOT NULL,
  truth_size     INTEGER NOT NULL,
  middle_size    INTEGER,
  timeline_size  INTEGER NOT NULL,
  body           BLOB NOT NULL
);
INSERT INTO page_versions(id, page_id, snapshot_at, updated_at, reason, type, title, source_hash, tags, links, added, frontmatter,
    head_size, truth_size, middle_size, timeline_size, body)
  SELECT id, page_id, snapshot_at, updated_at, reason, type, title, source_hash, tags, links, added, frontmatter, length(head),
    length(CAST(compiled_truth AS BLOB)), length(middle), length(CAST(timeline AS BLOB)),
    CAST(head || compiled_truth || coalesce(middle, '') || timeline || tail AS BLOB) FROM page_versions_of_schema_3;
DROP TABLE page_versions_of_schema_3;
CREATE INDEX page_versions_page ON page_versions(page_id, id);
CREATE VIEW page_version_texts AS
SELECT id, page_id, coalesce(CAST(substr(bytes, head_size + 1, truth_size) AS TEXT), '') AS compiled_truth,
       coalesce(CAST(substr(bytes, head_size + truth_size + coalesce(middle_size, 0) + 1, timeline_size) AS TEXT), '') AS timeline,
       iif(middle_size IS NULL, substr(bytes, 1, head_size), bytes) AS source
FROM (SELECT *, iif(packing IS NULL, body, brain_inflate(body, (SELECT words FROM page_dictionaries d WHERE d.id = packing))) AS bytes FROM page_versions);

-- The keys of names as numbers (FNV-1a): which of the pages that a key finds is meant is decided by their names. A store fills
-- them in again.
DROP TABLE page_names;
CREATE TABLE page_names (
  key     INTEGER NOT NULL,
  kind    INTEGER NOT NULL,
  page_id INTEGER NOT NULL REFERENCES pages(id) ON DELETE CASCADE,
  alias   TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (key, kind, page_id, alias)
) WITHOUT ROWID;
CREATE INDEX page_names_page ON page_names(page_id);

-- Links with such keys.
ALTER TABLE links RENAME TO links_of_schema_3;
CREATE TABLE links (
  id           INTEGER PRIMARY KEY,
  page_id      INTEGER NOT NULL REFERENCES pages(id) ON DELETE CASCADE,
  other_id     INTEGER REFERENCES pages(id) ON DELETE SET NULL,
  incoming     INTEGER NOT NULL DEFAULT 0,
  name_key     INTEGER NOT NULL,
  slug_key     INTEGER NOT NULL,
  link_type    TEXT NOT NULL,
  link_source  TEXT NOT NULL,
  origin       TEXT NOT NULL,
  target       TEXT NOT NULL,
  folders      TEXT NOT NULL,
  context      TEXT NOT NULL DEFAULT '',
  from_page_id INTEGER GENERATED ALWAYS AS (iif(incoming, other_id, page_id)) VIRTUAL,
  to_page_id   INTEGER GENERATED ALWAYS AS (iif(incoming, page_id, other_id)) VIRTUAL
);
INSERT INTO links(id, page_id, other_id, incoming, name_key, slug_key, link_type, link_source, origin, target, folders, context)
  SELECT id, page_id, other_id, incoming, 0, 0, link_type, link_source, origin, target, folders, context FROM links_of_schema_3;
DROP TABLE links_of_schema_3;
CREATE INDEX links_page ON links(page_id, other_id);
CREATE INDEX links_other ON links(other_id, page_id) WHERE other_id IS NOT NULL;
CREATE INDEX links_from ON links(from_page_id, link_type, to_page_id) WHERE other_id IS NOT NULL;
CREATE INDEX links_to ON links(to_page_id, link_type, from_page_id) WHERE other_id IS NOT NULL;
CREATE INDEX links_slug_key ON links(slug_key);
CREATE INDEX links_name_key ON links(name_key) WHERE name_key <> slug_key;
CREATE INDEX links_dangling ON links(page_id) WHERE other_id IS NULL;

-- Whether a memory is deleted or invalid, by its id: a search asks it of the few hundred nearest, whose rows lie on as many pages.
CREATE INDEX IF NOT EXISTS memories_state ON memories(id, deleted_at, invalid_at);
