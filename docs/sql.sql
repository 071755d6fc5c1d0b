-- The spine: roots, pages, the code graph, and the merged entries over all of them.
-- Times are UTC text of fixed width (2006-01-02T15:04:05.000000Z), so that text order is time order.

-- What was read in: a folder of pages, a source tree, a graph.json. Ids of the first root of a kind are plain, those of
-- later ones carry its name, so two trees with the same file names never meet.
CREATE TABLE roots (
  id         INTEGER PRIMARY KEY,
  kind       TEXT NOT NULL CHECK (kind IN ('pages', 'code', 'graph')),
  path       TEXT NOT NULL,
  name       TEXT NOT NULL,
  first      INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  UNIQUE (kind, path),
  UNIQUE (kind, name)
);

-- GBrain's pages. source holds the file's bytes as they were read: nothing of a file is lost.
CREATE TABLE pages (
  id             INTEGER PRIMARY KEY,
  root_id        INTEGER REFERENCES roots(id),
  path           TEXT,
  slug           TEXT NOT NULL UNIQUE,
  type           TEXT NOT NULL,
  title          TEXT NOT NULL,
  compiled_truth TEXT NOT NULL,
  timeline       TEXT NOT NULL DEFAULT '',
  frontmatter    TEXT NOT NULL DEFAULT '{}',
  source         BLOB NOT NULL,
  source_hash    TEXT NOT NULL,
  chunks         INTEGER NOT NULL DEFAULT 1,
  created_at     TEXT NOT NULL,
  updated_at     TEXT NOT NULL,
  deleted_at     TEXT,
  UNIQUE (root_id, path)
);
CREATE INDEX pages_type ON pages(type);

-- The code graph: Graphify's nodes and edges, ours and imported ones alike. content is the text of the node's entry.
CREATE TABLE graph_nodes (
  id              TEXT PRIMARY KEY,
  root_id         INTEGER NOT NULL REFERENCES roots(id),
  label           TEXT NOT NULL,
  file_type       TEXT NOT NULL DEFAULT '',
  kind            TEXT NOT NULL DEFAULT '',
  source_file     TEXT NOT NULL DEFAULT '',
  source_location TEXT NOT NULL DEFAULT '',
  container       TEXT NOT NULL DEFAULT '',
  signature       TEXT NOT NULL DEFAULT '',
  doc             TEXT NOT NULL DEFAULT '',
  description     TEXT NOT NULL DEFAULT '',
  community       INTEGER,
  attrs           TEXT NOT NULL DEFAULT '{}',
  content         TEXT NOT NULL,
  created_at      TEXT NOT NULL,
  updated_at      TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX graph_nodes_file ON graph_nodes(root_id, source_file);
CREATE INDEX graph_nodes_label ON graph_nodes(label);

CREATE TABLE graph_edges (
  id               INTEGER PRIMARY KEY,
  root_id          INTEGER NOT NULL REFERENCES roots(id),
  source           TEXT NOT NULL,
  target           TEXT NOT NULL,
  relation         TEXT NOT NULL,
  confidence       TEXT NOT NULL DEFAULT '',
  confidence_score REAL,
  weight           REAL,
  context          TEXT NOT NULL DEFAULT '',
  source_file      TEXT NOT NULL DEFAULT '',
  source_location  TEXT NOT NULL DEFAULT '',
  attrs            TEXT NOT NULL DEFAULT '{}'
);
CREATE INDEX graph_edges_source ON graph_edges(source, relation);
CREATE INDEX graph_edges_target ON graph_edges(target, relation);
CREATE INDEX graph_edges_root ON graph_edges(root_id);

-- What a graph file holds beside nodes and edges (hyperedges, flags, commit), kept so that nothing is lost.
CREATE TABLE graph_extras (
  root_id INTEGER NOT NULL REFERENCES roots(id),
  key     TEXT NOT NULL,
  value   TEXT NOT NULL,
  PRIMARY KEY (root_id, key)
) WITHOUT ROWID;

-- brain-merge's unified table. Append-only but for embeddings; which content an entity has now is said by entry_spans.
-- citation_id is written by the merge, not generated: PostgreSQL itself rejects a generated column, and a
-- moved citation (two rows of one entity in one second) needs a value that no expression over the row gives.
CREATE TABLE brain_entries (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  source       TEXT NOT NULL,
  entity_id    TEXT NOT NULL,
  entity_name  TEXT NOT NULL,
  content      TEXT NOT NULL,
  created_at   TEXT NOT NULL,
  updated_at   TEXT NOT NULL,
  citation_id  TEXT UNIQUE,
  content_hash TEXT NOT NULL UNIQUE,
  embedding    BLOB
);
-- A row that SQL brings without a citation gets one as the merge gives it: of created_at, else of updated_at, else of the
-- first free second after that.
CREATE TRIGGER brain_entries_citation_ai AFTER INSERT ON brain_entries WHEN new.citation_id IS NULL BEGIN
  UPDATE brain_entries SET citation_id = (
    WITH RECURSIVE tried(n, citation) AS (
      SELECT 0, '[BM:' || new.source || ':' || new.entity_id || ':' || strftime('%Y-%m-%dT%H:%M:%SZ', new.created_at) || ']'
      UNION ALL
      SELECT n + 1, '[BM:' || new.source || ':' || new.entity_id || ':' || strftime('%Y-%m-%dT%H:%M:%SZ', new.updated_at, '+' || n || ' seconds') || ']'
      FROM tried WHERE EXISTS (SELECT 1 FROM brain_entries b WHERE b.citation_id = tried.citation)
    ) SELECT citation FROM tried ORDER BY n DESC LIMIT 1
  ) WHERE id = new.id;
END;
CREATE INDEX brain_entries_name ON brain_entries(entity_name, created_at, id);
CREATE INDEX brain_entries_entity ON brain_entries(source, entity_id);
CREATE INDEX brain_entries_unembedded ON brain_entries(id) WHERE embedding IS NULL;

-- Which entry an entity has, and when. A span is open while valid_to is NULL. valid_* is the time in the world,
-- recorded_at and closed_at are when this file learned of the begin and the end.
CREATE TABLE entry_spans (
  id          INTEGER PRIMARY KEY,
  source      TEXT NOT NULL,
  entity_id   TEXT NOT NULL,
  entry_id    INTEGER NOT NULL REFERENCES brain_entries(id),
  valid_from  TEXT NOT NULL,
  valid_to    TEXT,
  recorded_at TEXT NOT NULL,
  closed_at   TEXT
);
CREATE UNIQUE INDEX entry_spans_open ON entry_spans(source, entity_id) WHERE valid_to IS NULL;
CREATE INDEX entry_spans_open_entry ON entry_spans(entry_id) WHERE valid_to IS NULL;
CREATE INDEX entry_spans_closed ON entry_spans(entry_id) WHERE valid_to IS NOT NULL;
CREATE INDEX entry_spans_entity ON entry_spans(source, entity_id, valid_from);

CREATE TABLE brain_entry_links (
  id         INTEGER PRIMARY KEY,
  from_id    INTEGER NOT NULL REFERENCES brain_entries(id),
  to_id      INTEGER NOT NULL REFERENCES brain_entries(id),
  link_type  TEXT NOT NULL,
  similarity REAL NOT NULL,
  UNIQUE (from_id, to_id)
);
CREATE INDEX brain_entry_links_to ON brain_entry_links(to_id);

-- The entries whose present vector step 4 has compared with all others. A changed vector is taken out again.
CREATE TABLE compared_vectors (
  entry_id INTEGER PRIMARY KEY
);
CREATE TRIGGER brain_entries_compared_au AFTER UPDATE OF embedding ON brain_entries WHEN old.embedding IS NOT NULL BEGIN
  DELETE FROM compared_vectors WHERE entry_id = old.id;
END;
CREATE TRIGGER brain_entries_compared_ad AFTER DELETE ON brain_entries BEGIN
  DELETE FROM compared_vectors WHERE entry_id = old.id;
END;

-- Rows on their way in: step 1 goes through them in the order of ord.
CREATE TABLE staging_entries (
  ord          INTEGER PRIMARY KEY,
  source       TEXT NOT NULL,
  entity_id    TEXT NOT NULL,
  entity_name  TEXT NOT NULL,
  content      TEXT NOT NULL,
  created_at   TEXT NOT NULL,
  updated_at   TEXT NOT NULL,
  content_hash TEXT NOT NULL,
  embedding    BLOB
);

CREATE VIEW graphify_to_brain_entries AS
SELECT 'graphify' AS source, id AS entity_id, CASE label WHEN '' THEN id ELSE label END AS entity_name, content,
       NULL AS embedding, created_at, updated_at, sha256(content) AS content_hash, root_id
FROM graph_nodes;

-- The text side: the packed tsvector of each entry, and an index of its lexemes to find candidates. detail=none because
-- only "which rows hold this lexeme" is asked; ranks come from the tsvectors.
CREATE TABLE entry_texts (
  entry_id INTEGER PRIMARY KEY,
  tsvector BLOB NOT NULL
);
CREATE VIRTUAL TABLE entries_fts USING fts5(
  lexemes, content='', contentless_delete=1, detail=none, tokenize='ascii'
);
CREATE TRIGGER brain_entries_text_ai AFTER INSERT ON brain_entries BEGIN
  INSERT INTO entry_texts(entry_id, tsvector) VALUES (new.id, brain_tsvector(new.content));
  INSERT INTO entries_fts(rowid, lexemes) SELECT new.id, brain_index_text(tsvector) FROM entry_texts WHERE entry_id = new.id;
END;
CREATE TRIGGER brain_entries_text_au AFTER UPDATE OF content ON brain_entries WHEN old.content <> new.content BEGIN
  DELETE FROM entries_fts WHERE rowid = old.id;
  DELETE FROM entry_texts WHERE entry_id = old.id;
  INSERT INTO entry_texts(entry_id, tsvector) VALUES (new.id, brain_tsvector(new.content));
  INSERT INTO entries_fts(rowid, lexemes) SELECT new.id, brain_index_text(tsvector) FROM entry_texts WHERE entry_id = new.id;
END;
CREATE TRIGGER brain_entries_text_ad AFTER DELETE ON brain_entries BEGIN
  DELETE FROM entries_fts WHERE rowid = old.id;
  DELETE FROM entry_texts WHERE entry_id = old.id;
END;

-- The vector tables that exist, with what they hold: table name, dimension, model ('' = vectors brought from elsewhere).
-- Every change of a vector moves the stamp, by which a process knows whether what it keeps in memory still holds.
CREATE TABLE vector_tables (
  name  TEXT PRIMARY KEY,
  dim   INTEGER NOT NULL,
  model TEXT NOT NULL,
  stamp INTEGER NOT NULL
) WITHOUT ROWID;

-- Vectors of another model that wait until all are there, then take the place of those in use.
CREATE TABLE entry_vectors_next (
  entry_id  INTEGER PRIMARY KEY,
  embedding BLOB NOT NULL
);

-- Vectors of questions, so that one that is asked again needs no model. text_hash is the text's SHA-256.
CREATE TABLE query_vectors (
  id        INTEGER PRIMARY KEY,
  model     TEXT NOT NULL,
  text_hash BLOB NOT NULL,
  embedding BLOB NOT NULL,
  used_at   TEXT NOT NULL,
  UNIQUE (model, text_hash)
);

CREATE TABLE brain_meta (
  key   TEXT PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;

-- Memories, in brain-cli's schema 4: its tables keep their names, columns and meaning, so its own program can go on with the
-- file. IF NOT EXISTS, because a file that brain-cli made has some of them already. No trigger on a table of brain-cli may
-- call a function of ours: its program does not have them.
-- Times here are brain-cli's: UTC text, 2006-01-02 15:04:05.

CREATE TABLE IF NOT EXISTS memories (
  id INTEGER PRIMARY KEY AUTOINCREMENT, uid TEXT UNIQUE NOT NULL, type TEXT NOT NULL, title TEXT NOT NULL,
  content TEXT, project TEXT, area TEXT, tags TEXT, source_file TEXT, status TEXT, priority TEXT, energy TEXT,
  points INTEGER, metadata TEXT, created_at DATETIME DEFAULT (datetime('now')),
  updated_at DATETIME DEFAULT (datetime('now')), completed_at DATETIME,
  content_hash TEXT, deleted_at DATETIME, last_accessed_at DATETIME, access_count INTEGER NOT NULL DEFAULT 0,
  version INTEGER NOT NULL DEFAULT 1, superseded_by TEXT, canonical_type TEXT, invalid_at DATETIME, abstract TEXT
);
CREATE INDEX IF NOT EXISTS idx_memories_hash ON memories(content_hash) WHERE deleted_at IS NULL;
CREATE INDEX IF NOT EXISTS idx_memories_deleted ON memories(deleted_at);
CREATE INDEX IF NOT EXISTS idx_memories_canonical ON memories(canonical_type);
CREATE INDEX IF NOT EXISTS idx_memories_accessed ON memories(last_accessed_at);

CREATE TABLE IF NOT EXISTS stats (
  key TEXT PRIMARY KEY, value TEXT, updated_at DATETIME DEFAULT (datetime('now'))
);

-- The words of memories. Its three triggers are brain-cli's, but for when the third runs.
CREATE VIRTUAL TABLE IF NOT EXISTS memories_fts USING fts5(
  title, content, tags, project, type, content=memories, content_rowid=rowid, tokenize='porter unicode61'
);
CREATE TRIGGER IF NOT EXISTS memories_ai AFTER INSERT ON memories BEGIN
  INSERT INTO memories_fts(rowid, title, content, tags, project, type)
  VALUES (new.rowid, new.title, new.content, new.tags, new.project, new.type);
END;
CREATE TRIGGER IF NOT EXISTS memories_ad AFTER DELETE ON memories BEGIN
  INSERT INTO memories_fts(memories_fts, rowid, title, content, tags, project, type)
  VALUES ('delete', old.rowid, old.title, old.content, old.tags, old.project, old.type);
END;
-- brain-cli's runs on every update. Its work grows with the text, and counting a recall changes none.
CREATE TRIGGER IF NOT EXISTS memories_au AFTER UPDATE OF title, content, tags, project, type ON memories BEGIN
  INSERT INTO memories_fts(memories_fts, rowid, title, content, tags, project, type)
  VALUES ('delete', old.rowid, old.title, old.content, old.tags, old.project, old.type);
  INSERT INTO memories_fts(rowid, title, content, tags, project, type)
  VALUES (new.rowid, new.title, new.content, new.tags, new.project, new.type);
END;

CREATE TABLE IF NOT EXISTS tags (
  id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE NOT NULL COLLATE NOCASE,
  created_at DATETIME NOT NULL DEFAULT (datetime('now')), use_count INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS memory_tags (
  memory_id INTEGER NOT NULL REFERENCES memories(id) ON DELETE CASCADE,
  tag_id    INTEGER NOT NULL REFERENCES tags(id) ON DELETE CASCADE,
  PRIMARY KEY (memory_id, tag_id)
);
CREATE INDEX IF NOT EXISTS idx_tags_use ON tags(use_count DESC);
CREATE INDEX IF NOT EXISTS idx_memory_tags_tag ON memory_tags(tag_id);
CREATE TRIGGER IF NOT EXISTS memory_tags_ai AFTER INSERT ON memory_tags BEGIN
  UPDATE tags SET use_count = use_count + 1 WHERE id = new.tag_id;
END;
CREATE TRIGGER IF NOT EXISTS memory_tags_ad AFTER DELETE ON memory_tags BEGIN
  UPDATE tags SET use_count = use_count - 1 WHERE id = old.tag_id;
END;

CREATE TABLE IF NOT EXISTS type_aliases (alias TEXT PRIMARY KEY, canonical TEXT NOT NULL);

CREATE TABLE IF NOT EXISTS task_meta (
  memory_id    INTEGER PRIMARY KEY REFERENCES memories(id) ON DELETE CASCADE,
  status       TEXT CHECK (status IN ('pending', 'doing', 'done', 'waiting', 'cancelled')),
  priority     TEXT CHECK (priority IN ('p1', 'p2', 'p3', 'p4')),
  energy       TEXT CHECK (energy IN ('high', 'medium', 'low')),
  points       INTEGER,
  due_at       DATETIME,
  completed_at DATETIME,
  external_ref TEXT,
  parent_uid   TEXT
);
CREATE INDEX IF NOT EXISTS idx_task_status ON task_meta(status) WHERE status IN ('pending', 'doing');
CREATE INDEX IF NOT EXISTS idx_task_due ON task_meta(due_at) WHERE status IN ('pending', 'doing');

CREATE TABLE IF NOT EXISTS memory_links (
  src_id     INTEGER NOT NULL REFERENCES memories(id) ON DELETE CASCADE,
  dst_id     INTEGER NOT NULL REFERENCES memories(id) ON DELETE CASCADE,
  kind       TEXT NOT NULL CHECK (kind IN ('cites', 'caused_by', 'fixed_by', 'superseded_by', 'blocks', 'related_to', 'duplicate_of')),
  created_at DATETIME NOT NULL DEFAULT (datetime('now')),
  PRIMARY KEY (src_id, dst_id, kind)
);
CREATE INDEX IF NOT EXISTS idx_links_dst ON memory_links(dst_id, kind);

-- What a memory said before each change of its title or content.
CREATE TABLE IF NOT EXISTS memory_versions (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  memory_id    INTEGER NOT NULL REFERENCES memories(id) ON DELETE CASCADE,
  version      INTEGER NOT NULL,
  title        TEXT,
  content      TEXT,
  changed_at   DATETIME NOT NULL DEFAULT (datetime('now')),
  changed_by   TEXT,
  diff_summary TEXT,
  UNIQUE (memory_id, version)
);
CREATE INDEX IF NOT EXISTS idx_versions_memory ON memory_versions(memory_id);
CREATE TRIGGER IF NOT EXISTS memories_version_on_update BEFORE UPDATE OF title, content ON memories
WHEN old.content IS NOT new.content OR old.title IS NOT new.title BEGIN
  INSERT INTO memory_versions(memory_id, version, title, content, changed_by)
  VALUES (old.id, old.version, old.title, old.content, 'auto');
  UPDATE memories SET version = old.version + 1 WHERE id = old.id;
END;

-- What was done to a memory and why. It names uids, since it outlives the memory.
CREATE TABLE IF NOT EXISTS alterations (
  id INTEGER PRIMARY KEY, memory_uid TEXT NOT NULL, ts TEXT NOT NULL, kind TEXT NOT NULL, delta TEXT, reason TEXT
);
CREATE INDEX IF NOT EXISTS idx_alterations_uid ON alterations(memory_uid);

-- When a memory went into somebody's context: what is harvested from there soon after is an echo.
CREATE TABLE IF NOT EXISTS recall_log (
  id INTEGER PRIMARY KEY, memory_id INTEGER NOT NULL, recalled_at DATETIME NOT NULL DEFAULT (datetime('now'))
);
CREATE INDEX IF NOT EXISTS idx_recall_log_memory ON recall_log(memory_id);
CREATE INDEX IF NOT EXISTS idx_recall_log_time ON recall_log(recalled_at);

-- Vectors of memories: a row a chunk, rowid = memory_id * 64 + number of the chunk. memory_vectors is brain-cli 3.0's, of one
-- vector a memory; it is read where a memory has no chunks.
CREATE VIRTUAL TABLE IF NOT EXISTS memory_chunks USING vec0(memory_id INTEGER, embedding FLOAT[384] distance_metric=cosine);
CREATE VIRTUAL TABLE IF NOT EXISTS memory_vectors USING vec0(memory_id INTEGER PRIMARY KEY, embedding FLOAT[384]);

-- How far each transcript has been harvested. mark is ours: it tells whether the bytes before the offset are still the same.
CREATE TABLE IF NOT EXISTS harvest_state (path TEXT PRIMARY KEY, byte_offset INTEGER NOT NULL DEFAULT 0, last_run DATETIME);
CREATE TABLE IF NOT EXISTS harvest_marks (path TEXT PRIMARY KEY, mark TEXT NOT NULL) WITHOUT ROWID;

-- Memories whose entry, chunks or grams may be behind, whoever changed them, by whatever program. The next write of ours
-- brings them up to date.
CREATE TABLE IF NOT EXISTS memory_pending (memory_id INTEGER NOT NULL, uid TEXT NOT NULL, PRIMARY KEY (memory_id, uid)) WITHOUT ROWID;
CREATE TRIGGER IF NOT EXISTS memories_pending_ai AFTER INSERT ON memories BEGIN
  INSERT OR IGNORE INTO memory_pending(memory_id, uid) VALUES (new.id, new.uid);
END;
CREATE TRIGGER IF NOT EXISTS memories_pending_ad AFTER DELETE ON memories BEGIN
  INSERT OR IGNORE INTO memory_pending(memory_id, uid) VALUES (old.id, old.uid);
END;
CREATE TRIGGER IF NOT EXISTS memories_pending_au
AFTER UPDATE OF id, uid, title, content, tags, project, type, created_at, updated_at, deleted_at, invalid_at ON memories BEGIN
  INSERT OR IGNORE INTO memory_pending(memory_id, uid) VALUES (old.id, old.uid), (new.id, new.uid);
END;

-- Of them, those whose texts may have changed: their grams are behind too. The others, such as one that was invalidated, need
-- no look at the text.
CREATE TABLE IF NOT EXISTS memory_texts_pending (memory_id INTEGER PRIMARY KEY);
CREATE TRIGGER IF NOT EXISTS memories_texts_pending_ai AFTER INSERT ON memories BEGIN
  INSERT OR IGNORE INTO memory_texts_pending(memory_id) VALUES (new.id);
END;
CREATE TRIGGER IF NOT EXISTS memories_texts_pending_ad AFTER DELETE ON memories BEGIN
  INSERT OR IGNORE INTO memory_texts_pending(memory_id) VALUES (old.id);
END;
CREATE TRIGGER IF NOT EXISTS memories_texts_pending_au AFTER UPDATE OF id, uid, title, content, tags, project, deleted_at ON memories BEGIN
  INSERT OR IGNORE INTO memory_texts_pending(memory_id) VALUES (old.id), (new.id);
END;

-- What the index of words loses: scripts without spaces between words, symbols that are part of a word, emoji. The row id is
-- the memory's; detail=none because only "which memories have this gram" is asked.
CREATE VIRTUAL TABLE IF NOT EXISTS memory_grams USING fts5(
  grams, content='', contentless_delete=1, detail=none, tokenize='ascii'
);
-- Which memories a search may find, without reading their texts.
CREATE INDEX IF NOT EXISTS memories_filter ON memories(project, canonical_type, type, deleted_at, invalid_at, created_at);

-- How many memories there are of each kind, so that counting 100,000 of them reads a few rows. It also lists the projects.
-- (An upsert names its key, since brain-cli may run on an SQLite from before 3.35.)
CREATE TABLE IF NOT EXISTS memory_counts (
  type TEXT NOT NULL, project TEXT NOT NULL, deleted INTEGER NOT NULL, invalid INTEGER NOT NULL, n INTEGER NOT NULL,
  PRIMARY KEY (type, project, deleted, invalid)
) WITHOUT ROWID;
CREATE TRIGGER IF NOT EXISTS memories_counts_ai AFTER INSERT ON memories BEGIN
  INSERT INTO memory_counts(type, project, deleted, invalid, n)
  VALUES (coalesce(new.canonical_type, ''), coalesce(new.project, ''), new.deleted_at IS NOT NULL, new.invalid_at IS NOT NULL, 1)
  ON CONFLICT(type, project, deleted, invalid) DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER IF NOT EXISTS memories_counts_ad AFTER DELETE ON memories BEGIN
  UPDATE memory_counts SET n = n - 1 WHERE type = coalesce(old.canonical_type, '') AND project = coalesce(old.project, '')
    AND deleted = (old.deleted_at IS NOT NULL) AND invalid = (old.invalid_at IS NOT NULL);
END;
CREATE TRIGGER IF NOT EXISTS memories_counts_au AFTER UPDATE OF canonical_type, project, deleted_at, invalid_at ON memories BEGIN
  UPDATE memory_counts SET n = n - 1 WHERE type = coalesce(old.canonical_type, '') AND project = coalesce(old.project, '')
    AND deleted = (old.deleted_at IS NOT NULL) AND invalid = (old.invalid_at IS NOT NULL);
  INSERT INTO memory_counts(type, project, deleted, invalid, n)
  VALUES (coalesce(new.canonical_type, ''), coalesce(new.project, ''), new.deleted_at IS NOT NULL, new.invalid_at IS NOT NULL, 1)
  ON CONFLICT(type, project, deleted, invalid) DO UPDATE SET n = n + 1;
END;
-- The newest of them, without reading all.
CREATE INDEX IF NOT EXISTS memories_created ON memories(created_at);
CREATE INDEX IF NOT EXISTS memories_updated ON memories(updated_at);

-- How many entries each store has and how many of them have a vector: counting 100,000 rows would read all their texts.
CREATE TABLE IF NOT EXISTS entry_counts (source TEXT PRIMARY KEY, n INTEGER NOT NULL, embedded INTEGER NOT NULL) WITHOUT ROWID;
INSERT OR IGNORE INTO entry_counts(source, n, embedded) SELECT source, count(*), count(embedding) FROM brain_entries GROUP BY source;
CREATE TRIGGER IF NOT EXISTS brain_entries_counts_ai AFTER INSERT ON brain_entries BEGIN
  INSERT INTO entry_counts(source, n, embedded) VALUES (new.source, 1, new.embedding IS NOT NULL)
  ON CONFLICT(source) DO UPDATE SET n = n + 1, embedded = embedded + excluded.embedded;
END;
CREATE TRIGGER IF NOT EXISTS brain_entries_counts_ad AFTER DELETE ON brain_entries BEGIN
  UPDATE entry_counts SET n = n - 1, embedded = embedded - (old.embedding IS NOT NULL) WHERE source = old.source;
END;
CREATE TRIGGER IF NOT EXISTS brain_entries_counts_au AFTER UPDATE OF source, embedding ON brain_entries
WHEN old.source <> new.source OR (old.embedding IS NULL) <> (new.embedding IS NULL) BEGIN
  UPDATE entry_counts SET n = n - 1, embedded = embedded - (old.embedding IS NOT NULL) WHERE source = old.source;
  INSERT INTO entry_counts(source, n, embedded) VALUES (new.source, 1, new.embedding IS NOT NULL)
  ON CONFLICT(source) DO UPDATE SET n = n + 1, embedded = embedded + excluded.embedded;
END;

-- Settings of this file (`brain config`).
CREATE TABLE IF NOT EXISTS config (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

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

-- Less room: of pages of one moment there are few, so that a list sorts them by slug itself, and the indexes that give its
-- order need no slugs.
DROP INDEX pages_type;
DROP INDEX pages_updated;
DROP INDEX pages_created;
CREATE INDEX pages_type ON pages(type, updated_at DESC) WHERE deleted_at IS NULL;
CREATE INDEX pages_updated ON pages(updated_at DESC) WHERE deleted_at IS NULL;
CREATE INDEX pages_created ON pages(created_at DESC) WHERE deleted_at IS NULL;

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

-- What other programs write. They change memories by any SQL, and the OR of a statement overrides that of what its triggers run: with
-- OR IGNORE there, each `UPDATE OR ABORT` and each upsert failed on a memory that was noted already. An upsert is not overridden.
DROP TRIGGER IF EXISTS memories_pending_ai;
DROP TRIGGER IF EXISTS memories_pending_ad;
DROP TRIGGER IF EXISTS memories_pending_au;
CREATE TRIGGER memories_pending_ai AFTER INSERT ON memories BEGIN
  INSERT INTO memory_pending(memory_id, uid) VALUES (new.id, new.uid) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER memories_pending_ad AFTER DELETE ON memories BEGIN
  INSERT INTO memory_pending(memory_id, uid) VALUES (old.id, old.uid) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER memories_pending_au
AFTER UPDATE OF id, uid, title, content, tags, project, type, created_at, updated_at, deleted_at, invalid_at ON memories BEGIN
  INSERT INTO memory_pending(memory_id, uid) VALUES (old.id, old.uid), (new.id, new.uid) ON CONFLICT DO NOTHING;
END;
DROP TRIGGER IF EXISTS memories_texts_pending_ai;
DROP TRIGGER IF EXISTS memories_texts_pending_ad;
DROP TRIGGER IF EXISTS memories_texts_pending_au;
CREATE TRIGGER memories_texts_pending_ai AFTER INSERT ON memories BEGIN
  INSERT INTO memory_texts_pending(memory_id) VALUES (new.id) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER memories_texts_pending_ad AFTER DELETE ON memories BEGIN
  INSERT INTO memory_texts_pending(memory_id) VALUES (old.id) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER memories_texts_pending_au AFTER UPDATE OF id, uid, title, content, tags, project, deleted_at ON memories BEGIN
  INSERT INTO memory_texts_pending(memory_id) VALUES (old.id), (new.id) ON CONFLICT DO NOTHING;
END;

-- What OR REPLACE replaces fires no trigger (but with recursive_triggers). So rows that stand in the way of one are noted before it is
-- written. Once it is, they are gone, and what they left in words, counts and entries goes too. Notes of a row that was not written
-- in the end, or that became an update, are swept out by the next.
CREATE TABLE IF NOT EXISTS memories_replaced (
  id INTEGER PRIMARY KEY, uid TEXT NOT NULL, title TEXT, content TEXT, tags TEXT, project TEXT, type TEXT,
  canonical_type TEXT, deleted INTEGER NOT NULL, invalid INTEGER NOT NULL
);
CREATE TRIGGER IF NOT EXISTS memories_replaced_bi BEFORE INSERT ON memories BEGIN
  DELETE FROM memories_replaced;
  INSERT INTO memories_replaced(id, uid, title, content, tags, project, type, canonical_type, deleted, invalid)
    SELECT id, uid, title, content, tags, project, type, canonical_type, deleted_at IS NOT NULL, invalid_at IS NOT NULL
    FROM memories WHERE id = new.id OR uid = new.uid;
END;
CREATE TRIGGER IF NOT EXISTS memories_replaced_bu BEFORE UPDATE OF id, uid ON memories BEGIN
  DELETE FROM memories_replaced;
  INSERT INTO memories_replaced(id, uid, title, content, tags, project, type, canonical_type, deleted, invalid)
    SELECT id, uid, title, content, tags, project, type, canonical_type, deleted_at IS NOT NULL, invalid_at IS NOT NULL
    FROM memories WHERE (id = new.id OR uid = new.uid) AND id <> old.id;
END;

-- A row that was written is indexed by deleting it from this view, since what a DELETE fires inherits no OR: under OR REPLACE an
-- index of words takes out what the row says by now before it puts it in, and its totals go wrong. In one trigger, because the order
-- of several is not defined, and what a row said has to go before what it says comes.
CREATE VIEW IF NOT EXISTS memories_words AS SELECT id, uid, title, content, tags, project, type FROM memories;
CREATE TRIGGER IF NOT EXISTS memories_words_put INSTEAD OF DELETE ON memories_words BEGIN
  INSERT INTO memories_fts(memories_fts, rowid, title, content, tags, project, type)
    SELECT 'delete', id, title, content, tags, project, type FROM memories_replaced WHERE id = old.id OR uid = old.uid;
  UPDATE memory_counts SET n = n - (
      SELECT count(*) FROM memories_replaced r WHERE (r.id = old.id OR r.uid = old.uid) AND coalesce(r.canonical_type, '') = memory_counts.type
        AND coalesce(r.project, '') = memory_counts.project AND r.deleted = memory_counts.deleted AND r.invalid = memory_counts.invalid)
    WHERE EXISTS (SELECT 1 FROM memories_replaced);
  INSERT INTO memory_pending(memory_id, uid) SELECT id, uid FROM memories_replaced WHERE id = old.id OR uid = old.uid ON CONFLICT DO NOTHING;
  INSERT INTO memory_texts_pending(memory_id) SELECT id FROM memories_replaced WHERE id = old.id OR uid = old.uid ON CONFLICT DO NOTHING;
  DELETE FROM memories_replaced;
  INSERT INTO memories_fts(rowid, title, content, tags, project, type) VALUES (old.id, old.title, old.content, old.tags, old.project, old.type);
END;
DROP TRIGGER IF EXISTS memories_ai;
DROP TRIGGER IF EXISTS memories_ad;
DROP TRIGGER IF EXISTS memories_au;
CREATE TRIGGER memories_ai AFTER INSERT ON memories BEGIN
  DELETE FROM memories_words WHERE id = new.id;
END;
CREATE TRIGGER memories_ad AFTER DELETE ON memories BEGIN
  DELETE FROM memories_replaced WHERE id = old.id;
  INSERT INTO memories_fts(memories_fts, rowid, title, content, tags, project, type)
  VALUES ('delete', old.id, old.title, old.content, old.tags, old.project, old.type);
END;
-- It replaces nothing of its own: such a note is of the insert that became this update.
CREATE TRIGGER memories_au AFTER UPDATE OF id, uid, title, content, tags, project, type ON memories BEGIN
  DELETE FROM memories_replaced WHERE id = old.id;
  INSERT INTO memories_fts(memories_fts, rowid, title, content, tags, project, type)
  VALUES ('delete', old.id, old.title, old.content, old.tags, old.project, old.type);
  DELETE FROM memories_words WHERE id = new.id;
END;

-- The number of a version is the next one even where somebody set the memory's own back, as OR REPLACE does.
DROP TRIGGER IF EXISTS memories_version_on_update;
CREATE TRIGGER memories_version_on_update BEFORE UPDATE OF title, content ON memories
WHEN old.content IS NOT new.content OR old.title IS NOT new.title BEGIN
  INSERT INTO memory_versions(memory_id, version, title, content, changed_by)
  VALUES (old.id, max(old.version, coalesce((SELECT max(version) + 1 FROM memory_versions WHERE memory_id = old.id), 0)), old.title, old.content, 'auto');
  UPDATE memories SET version = (SELECT max(version) + 1 FROM memory_versions WHERE memory_id = old.id) WHERE id = old.id;
END;

-- What was counted wrong so far.
DELETE FROM memory_counts;
INSERT INTO memory_counts(type, project, deleted, invalid, n)
  SELECT coalesce(canonical_type, ''), coalesce(project, ''), deleted_at IS NOT NULL, invalid_at IS NOT NULL, count(*) FROM memories GROUP BY 1, 2, 3, 4;

-- What a list of pages says of each, in the order of slugs: the rows of pages hold their texts too. It takes the room of the index
-- that it takes the place of.
DROP INDEX IF EXISTS pages_title;
CREATE INDEX pages_listed ON pages(slug, title, type) WHERE deleted_at IS NULL;
-- The graph in a third of the room, written in a quarter of the time. What nodes and edges have in common (file, kind, relation, times)
-- stands once, in groups, and edges name nodes by number. The views graph_nodes and graph_edges say it as the tables of these names did.

CREATE TABLE node_groups (
  id          INTEGER PRIMARY KEY,
  root_id     INTEGER NOT NULL REFERENCES roots(id),
  source_file TEXT NOT NULL,
  file_type   TEXT NOT NULL,
  kind        TEXT NOT NULL,
  container   TEXT NOT NULL,
  created_at  TEXT NOT NULL,
  updated_at  TEXT NOT NULL
);
-- name is the node's id. Without a group it is none, but edges end there, or it was one whose entry is still to be retired. place is the
-- number of a line, or a location of another form. NULL is an empty text, in attrs an empty object.
CREATE TABLE node_rows (
  id          INTEGER PRIMARY KEY,
  name        TEXT NOT NULL,
  group_id    INTEGER,
  label       TEXT,
  place,
  signature   TEXT,
  doc         TEXT,
  description TEXT,
  community   INTEGER,
  attrs       TEXT,
  content     TEXT
);
CREATE TABLE edge_groups (
  id               INTEGER PRIMARY KEY,
  root_id          INTEGER NOT NULL REFERENCES roots(id),
  source_file      TEXT NOT NULL,
  relation         TEXT NOT NULL,
  context          TEXT NOT NULL,
  confidence       TEXT NOT NULL,
  confidence_score REAL,
  weight           REAL
);
-- Those of a source file follow each other.
CREATE TABLE edge_rows (
  id       INTEGER PRIMARY KEY,
  source   INTEGER NOT NULL,
  target   INTEGER NOT NULL,
  group_id INTEGER NOT NULL,
  place,
  attrs    TEXT
);

INSERT INTO node_groups(root_id, source_file, file_type, kind, container, created_at, updated_at)
  SELECT DISTINCT root_id, source_file, file_type, kind, container, created_at, updated_at FROM graph_nodes ORDER BY 1, 2, 3, 4, 5, 6, 7;
INSERT INTO node_rows(name, group_id, label, place, signature, doc, description, community, attrs, content)
  SELECT n.id, g.id, nullif(n.label, ''),
    CASE WHEN source_location GLOB 'L[1-9]*' AND substr(source_location, 2) NOT GLOB '*[^0-9]*' AND length(source_location) < 18
      THEN CAST(substr(source_location, 2) AS INTEGER) ELSE nullif(source_location, '') END,
    nullif(n.signature, ''), nullif(n.doc, ''), nullif(n.description, ''), n.community, nullif(n.attrs, '{}'), nullif(n.content, '')
  FROM graph_nodes n CROSS JOIN node_groups g ON g.root_id = n.root_id AND g.source_file = n.source_file AND g.file_type = n.file_type AND g.kind = n.kind
    AND g.container = n.container AND g.created_at = n.created_at AND g.updated_at = n.updated_at ORDER BY n.id;
INSERT INTO node_rows(name)
  SELECT name FROM (SELECT source AS name FROM graph_edges UNION SELECT target FROM graph_edges UNION SELECT node FROM graph_pending)
  WHERE name NOT IN (SELECT id FROM graph_nodes) ORDER BY name;
CREATE UNIQUE INDEX node_rows_name ON node_rows(name);
CREATE INDEX node_rows_group ON node_rows(group_id);
CREATE INDEX node_groups_file ON node_groups(root_id, source_file);

INSERT INTO edge_groups(root_id, source_file, relation, context, confidence, confidence_score, weight)
  SELECT DISTINCT root_id, source_file, relation, context, confidence, confidence_score, weight FROM graph_edges ORDER BY 1, 2, 3, 4, 5, 6, 7;
INSERT INTO edge_rows(id, source, target, group_id, place, attrs)
  SELECT e.id, (SELECT id FROM node_rows WHERE name = e.source), (SELECT id FROM node_rows WHERE name = e.target), g.id,
    CASE WHEN source_location GLOB 'L[1-9]*' AND substr(source_location, 2) NOT GLOB '*[^0-9]*' AND length(source_location) < 18
      THEN CAST(substr(source_location, 2) AS INTEGER) ELSE nullif(source_location, '') END,
    nullif(e.attrs, '{}')
  FROM graph_edges e CROSS JOIN edge_groups g ON g.root_id = e.root_id AND g.source_file = e.source_file AND g.relation = e.relation AND g.context = e.context
    AND g.confidence = e.confidence AND g.confidence_score IS e.confidence_score AND g.weight IS e.weight ORDER BY e.id;
CREATE INDEX edge_groups_file ON edge_groups(root_id, source_file);
CREATE INDEX edge_rows_source ON edge_rows(source);
CREATE INDEX edge_rows_target ON edge_rows(target);

-- Nodes whose entries are to be made anew, as ranges of their numbers.
ALTER TABLE graph_pending RENAME TO graph_pending_of_schema_5;
CREATE TABLE graph_pending (
  id    INTEGER PRIMARY KEY,
  first INTEGER NOT NULL,
  last  INTEGER NOT NULL
);
INSERT INTO graph_pending(id, first, last)
  SELECT p.id, n.id, n.id FROM graph_pending_of_schema_5 p JOIN node_rows n ON n.name = p.node ORDER BY p.id;
DROP TABLE graph_pending_of_schema_5;

DROP INDEX graph_nodes_file;
DROP INDEX graph_nodes_label;
DROP INDEX graph_edges_source;
DROP INDEX graph_edges_target;
DROP INDEX graph_edges_root;
DROP TABLE graph_nodes;
DROP TABLE graph_edges;
CREATE VIEW graph_nodes AS
SELECT n.name AS id, g.root_id AS root_id, coalesce(n.label, '') AS label, g.file_type AS file_type, g.kind AS kind, g.source_file AS source_file,
       iif(typeof(n.place) = 'integer', 'L' || n.place, coalesce(n.place, '')) AS source_location, g.container AS container,
       coalesce(n.signature, '') AS signature, coalesce(n.doc, '') AS doc, coalesce(n.description, '') AS description, n.community AS community,
       coalesce(n.attrs, '{}') AS attrs, coalesce(n.content, '') AS content, g.created_at AS created_at, g.updated_at AS updated_at
FROM node_rows n JOIN node_groups g ON g.id = n.group_id;
CREATE VIEW graph_edges AS
SELECT e.id AS id, g.root_id AS root_id, s.name AS source, t.name AS target, g.relation AS relation, g.confidence AS confidence,
       g.confidence_score AS confidence_score, g.weight AS weight, g.context AS context, g.source_file AS source_file,
       iif(typeof(e.place) = 'integer', 'L' || e.place, coalesce(e.place, '')) AS source_location, coalesce(e.attrs, '{}') AS attrs
FROM edge_rows e JOIN edge_groups g ON g.id = e.group_id JOIN node_rows s ON s.id = e.source JOIN node_rows t ON t.id = e.target;
