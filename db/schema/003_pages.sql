-- Pages in full: GBrain v0's links, tags, timeline entries, versions, raw data and log, and the words of pages.

-- The table of pages anew, with what is small before the texts: a text of more than a page of the file continues elsewhere,
-- and a list of all pages must not follow it. source is the page as it is exported, byte for byte: head is all of it, or, if
-- there is a middle, what is around truth and timeline, so that these are kept once. file_hash is the SHA-256 of the file that
-- was read last: commands change the source and not the file. truth_at is when the compiled truth last became another text.
ALTER TABLE pages RENAME TO pages_of_schema_1;
CREATE TABLE pages (
  id             INTEGER PRIMARY KEY,
  root_id        INTEGER REFERENCES roots(id),
  path           TEXT,
  slug           TEXT NOT NULL UNIQUE,
  type           TEXT NOT NULL,
  title          TEXT NOT NULL,
  created_at     TEXT NOT NULL,
  updated_at     TEXT NOT NULL,
  truth_at       TEXT NOT NULL,
  deleted_at     TEXT,
  chunks         INTEGER NOT NULL DEFAULT 1,
  truth_chunks   INTEGER NOT NULL DEFAULT 1,
  source_hash    TEXT NOT NULL,
  file_hash      TEXT,
  frontmatter    TEXT NOT NULL DEFAULT '{}',
  compiled_truth TEXT NOT NULL,
  timeline       TEXT NOT NULL DEFAULT '',
  head           BLOB NOT NULL,
  middle         BLOB,
  tail           BLOB NOT NULL,
  source         BLOB GENERATED ALWAYS AS (iif(middle IS NULL, head, CAST(head || compiled_truth || middle || timeline || tail AS BLOB))) VIRTUAL,
  UNIQUE (root_id, path)
);
INSERT INTO pages(id, root_id, path, slug, type, title, created_at, updated_at, truth_at, deleted_at, chunks, truth_chunks, source_hash, file_hash,
    frontmatter, compiled_truth, timeline, head, tail)
  SELECT id, root_id, path, slug, type, title, created_at, updated_at, updated_at, deleted_at, chunks, chunks, source_hash, iif(deleted_at IS NULL, source_hash, NULL),
    frontmatter, compiled_truth, timeline, source, x'' FROM pages_of_schema_1;
DROP TABLE pages_of_schema_1;
CREATE INDEX pages_type ON pages(type, updated_at DESC, slug) WHERE deleted_at IS NULL;
CREATE INDEX pages_truth ON pages(truth_at) WHERE deleted_at IS NULL;
CREATE INDEX pages_updated ON pages(updated_at DESC, slug) WHERE deleted_at IS NULL;
CREATE INDEX pages_created ON pages(created_at DESC, slug) WHERE deleted_at IS NULL;
CREATE INDEX pages_title ON pages(title, slug) WHERE deleted_at IS NULL;
CREATE INDEX pages_deleted ON pages(deleted_at) WHERE deleted_at IS NOT NULL;

-- By what names a page that is not deleted is found, each folded (page.fold) or as a slug: kind 0 its slug, 1 its path without
-- the extension, 2 the last part of any name, 3 its title, 4 an alias. alias is the alias as it is written.
CREATE TABLE page_names (
  key     TEXT NOT NULL,
  kind    INTEGER NOT NULL,
  page_id INTEGER NOT NULL REFERENCES pages(id) ON DELETE CASCADE,
  alias   TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (key, kind, page_id, alias)
) WITHOUT ROWID;
CREATE INDEX page_names_page ON page_names(page_id);

-- Links between pages. origin is text or command. page_id is the page whose text or command says so, other_id the page at
-- the other end, NULL while no page is called target or one of the two is deleted. Most links lead from page_id; an incoming
-- one (attendees of a meeting) leads to it. name_key and slug_key are keys of page_names; in folders (with commas
-- between them) target is looked for first.
CREATE TABLE links (
  id           INTEGER PRIMARY KEY,
  page_id      INTEGER NOT NULL REFERENCES pages(id) ON DELETE CASCADE,
  other_id     INTEGER REFERENCES pages(id) ON DELETE SET NULL,
  incoming     INTEGER NOT NULL DEFAULT 0,
  link_type    TEXT NOT NULL,
  link_source  TEXT NOT NULL,
  origin       TEXT NOT NULL,
  target       TEXT NOT NULL,
  name_key     TEXT NOT NULL,
  slug_key     TEXT NOT NULL,
  folders      TEXT NOT NULL,
  context      TEXT NOT NULL DEFAULT '',
  from_page_id INTEGER GENERATED ALWAYS AS (iif(incoming, other_id, page_id)) VIRTUAL,
  to_page_id   INTEGER GENERATED ALWAYS AS (iif(incoming, page_id, other_id)) VIRTUAL
);
CREATE INDEX links_page ON links(page_id, other_id);
CREATE INDEX links_other ON links(other_id, page_id) WHERE other_id IS NOT NULL;
CREATE INDEX links_from ON links(from_page_id, link_type, to_page_id) WHERE other_id IS NOT NULL;
CREATE INDEX links_to ON links(to_page_id, link_type, from_page_id) WHERE other_id IS NOT NULL;
CREATE INDEX links_slug_key ON links(slug_key);
CREATE INDEX links_name_key ON links(name_key) WHERE name_key <> slug_key;
CREATE INDEX links_dangling ON links(page_id) WHERE other_id IS NULL;

-- GBrain's tags; brain-cli has a table of that name already. origin is text or command.
CREATE TABLE page_tags (
  page_id INTEGER NOT NULL REFERENCES pages(id) ON DELETE CASCADE,
  tag     TEXT NOT NULL,
  origin  TEXT NOT NULL,
  PRIMARY KEY (page_id, tag)
) WITHOUT ROWID;
CREATE INDEX page_tags_tag ON page_tags(tag, page_id);

-- Dated entries of timelines. date is 2006-01-02, 2006-01 or 2006: text order is time order. origin is text or command.
CREATE TABLE timeline_entries (
  id      INTEGER PRIMARY KEY,
  page_id INTEGER NOT NULL REFERENCES pages(id) ON DELETE CASCADE,
  date    TEXT NOT NULL,
  source  TEXT NOT NULL DEFAULT '',
  summary TEXT NOT NULL,
  detail  TEXT NOT NULL DEFAULT '',
  origin  TEXT NOT NULL
);
CREATE INDEX timeline_entries_page ON timeline_entries(page_id, date);
CREATE INDEX timeline_entries_date ON timeline_entries(date);

-- What a page was before each change. links, tags and added (the timeline entries that commands had added) are JSON lists.
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
  compiled_truth TEXT NOT NULL,
  timeline       TEXT NOT NULL,
  head           BLOB NOT NULL,
  middle         BLOB,
  tail           BLOB NOT NULL,
  source         BLOB GENERATED ALWAYS AS (iif(middle IS NULL, head, CAST(head || compiled_truth || middle || timeline || tail AS BLOB))) VIRTUAL
);
CREATE INDEX page_versions_page ON page_versions(page_id, id);

-- What other programs know of a page, as they gave it.
CREATE TABLE raw_data (
  id         INTEGER PRIMARY KEY,
  page_id    INTEGER NOT NULL REFERENCES pages(id) ON DELETE CASCADE,
  source     TEXT NOT NULL,
  fetched_at TEXT NOT NULL,
  data       TEXT NOT NULL CHECK (json_valid(data)),
  UNIQUE (page_id, source)
);

-- What was read in, when, and which pages it changed (a JSON list of slugs).
CREATE TABLE ingest_log (
  id            INTEGER PRIMARY KEY,
  source_type   TEXT NOT NULL,
  source_ref    TEXT NOT NULL,
  pages_updated TEXT NOT NULL,
  summary       TEXT NOT NULL,
  created_at    TEXT NOT NULL
);

-- The words of pages that are not deleted; rowid = pages.id. The texts themselves are in pages.
CREATE VIRTUAL TABLE pages_fts USING fts5(
  title, slug, tags, aliases, truth, timeline, content='', contentless_delete=1, tokenize='porter unicode61'
);
-- What those words miss: neighbouring characters of scripts without spaces, and words with symbols such as C++. Each is one
-- opaque token (fts.GramText).
CREATE VIRTUAL TABLE pages_grams USING fts5(
  grams, content='', contentless_delete=1, detail=none, tokenize='ascii'
);

-- GBrain's chunks are the entries of a page: slug, slug#2 and on.
CREATE VIEW content_chunks AS
SELECT e.id AS id, p.id AS page_id, 0 AS chunk_index, e.content AS chunk_text,
       iif(p.truth_chunks > 0, 'compiled_truth', 'timeline') AS chunk_source, e.id AS entry_id, e.embedding IS NOT NULL AS embedded
FROM pages p
JOIN entry_spans s ON s.source = 'gbrain' AND s.entity_id = p.slug AND s.valid_to IS NULL
JOIN brain_entries e ON e.id = s.entry_id
WHERE p.deleted_at IS NULL
UNION ALL
SELECT e.id, p.id, CAST(substr(s.entity_id, length(p.slug) + 2) AS INTEGER) - 1, e.content,
       iif(CAST(substr(s.entity_id, length(p.slug) + 2) AS INTEGER) <= p.truth_chunks, 'compiled_truth', 'timeline'), e.id, e.embedding IS NOT NULL
FROM pages p
JOIN entry_spans s ON s.source = 'gbrain' AND s.entity_id > p.slug || '#' AND s.entity_id < p.slug || '$' AND s.valid_to IS NULL
JOIN brain_entries e ON e.id = s.entry_id
WHERE p.deleted_at IS NULL;
