-- What the migrations 001 to 006 make, in one step, for a new file. Written by `go test ./db -run Whole -update`: read those instead.
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
CREATE TABLE graph_extras (
  root_id INTEGER NOT NULL REFERENCES roots(id),
  key     TEXT NOT NULL,
  value   TEXT NOT NULL,
  PRIMARY KEY (root_id, key)
) WITHOUT ROWID;
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
CREATE INDEX brain_entries_entity ON brain_entries(source, entity_id);
CREATE INDEX brain_entries_unembedded ON brain_entries(id) WHERE embedding IS NULL;
CREATE TABLE brain_entry_links (
  id         INTEGER PRIMARY KEY,
  from_id    INTEGER NOT NULL REFERENCES brain_entries(id),
  to_id      INTEGER NOT NULL REFERENCES brain_entries(id),
  link_type  TEXT NOT NULL,
  similarity REAL NOT NULL,
  UNIQUE (from_id, to_id)
);
CREATE INDEX brain_entry_links_to ON brain_entry_links(to_id);
CREATE TABLE compared_vectors (
  entry_id INTEGER PRIMARY KEY
);
CREATE TRIGGER brain_entries_compared_au AFTER UPDATE OF embedding ON brain_entries WHEN old.embedding IS NOT NULL BEGIN
  DELETE FROM compared_vectors WHERE entry_id = old.id;
END;
CREATE TRIGGER brain_entries_compared_ad AFTER DELETE ON brain_entries BEGIN
  DELETE FROM compared_vectors WHERE entry_id = old.id;
END;
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
CREATE TABLE entry_texts (
  entry_id INTEGER PRIMARY KEY,
  tsvector BLOB NOT NULL
);
CREATE VIRTUAL TABLE entries_fts USING fts5(
  lexemes, content='', contentless_delete=1, detail=none, tokenize='ascii'
);
CREATE TRIGGER brain_entries_text_ad AFTER DELETE ON brain_entries BEGIN
  DELETE FROM entries_fts WHERE rowid = old.id;
  DELETE FROM entry_texts WHERE entry_id = old.id;
END;
CREATE TABLE vector_tables (
  name  TEXT PRIMARY KEY,
  dim   INTEGER NOT NULL,
  model TEXT NOT NULL,
  stamp INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE entry_vectors_next (
  entry_id  INTEGER PRIMARY KEY,
  embedding BLOB NOT NULL
);
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
CREATE TABLE memories (
  id INTEGER PRIMARY KEY AUTOINCREMENT, uid TEXT UNIQUE NOT NULL, type TEXT NOT NULL, title TEXT NOT NULL,
  content TEXT, project TEXT, area TEXT, tags TEXT, source_file TEXT, status TEXT, priority TEXT, energy TEXT,
  points INTEGER, metadata TEXT, created_at DATETIME DEFAULT (datetime('now')),
  updated_at DATETIME DEFAULT (datetime('now')), completed_at DATETIME,
  content_hash TEXT, deleted_at DATETIME, last_accessed_at DATETIME, access_count INTEGER NOT NULL DEFAULT 0,
  version INTEGER NOT NULL DEFAULT 1, superseded_by TEXT, canonical_type TEXT, invalid_at DATETIME, abstract TEXT
);
CREATE INDEX idx_memories_hash ON memories(content_hash) WHERE deleted_at IS NULL;
CREATE INDEX idx_memories_deleted ON memories(deleted_at);
CREATE INDEX idx_memories_canonical ON memories(canonical_type);
CREATE INDEX idx_memories_accessed ON memories(last_accessed_at);
CREATE TABLE stats (
  key TEXT PRIMARY KEY, value TEXT, updated_at DATETIME DEFAULT (datetime('now'))
);
CREATE VIRTUAL TABLE memories_fts USING fts5(
  title, content, tags, project, type, content=memories, content_rowid=rowid, tokenize='porter unicode61'
);
CREATE TABLE tags (
  id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE NOT NULL COLLATE NOCASE,
  created_at DATETIME NOT NULL DEFAULT (datetime('now')), use_count INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE memory_tags (
  memory_id INTEGER NOT NULL REFERENCES memories(id) ON DELETE CASCADE,
  tag_id    INTEGER NOT NULL REFERENCES tags(id) ON DELETE CASCADE,
  PRIMARY KEY (memory_id, tag_id)
);
CREATE INDEX idx_tags_use ON tags(use_count DESC);
CREATE INDEX idx_memory_tags_tag ON memory_tags(tag_id);
CREATE TRIGGER memory_tags_ai AFTER INSERT ON memory_tags BEGIN
  UPDATE tags SET use_count = use_count + 1 WHERE id = new.tag_id;
END;
CREATE TRIGGER memory_tags_ad AFTER DELETE ON memory_tags BEGIN
  UPDATE tags SET use_count = use_count - 1 WHERE id = old.tag_id;
END;
CREATE TABLE type_aliases (alias TEXT PRIMARY KEY, canonical TEXT NOT NULL);
CREATE TABLE task_meta (
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
CREATE INDEX idx_task_status ON task_meta(status) WHERE status IN ('pending', 'doing');
CREATE INDEX idx_task_due ON task_meta(due_at) WHERE status IN ('pending', 'doing');
CREATE TABLE memory_links (
  src_id     INTEGER NOT NULL REFERENCES memories(id) ON DELETE CASCADE,
  dst_id     INTEGER NOT NULL REFERENCES memories(id) ON DELETE CASCADE,
  kind       TEXT NOT NULL CHECK (kind IN ('cites', 'caused_by', 'fixed_by', 'superseded_by', 'blocks', 'related_to', 'duplicate_of')),
  created_at DATETIME NOT NULL DEFAULT (datetime('now')),
  PRIMARY KEY (src_id, dst_id, kind)
);
CREATE INDEX idx_links_dst ON memory_links(dst_id, kind);
CREATE TABLE memory_versions (
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
CREATE INDEX idx_versions_memory ON memory_versions(memory_id);
CREATE TABLE alterations (
  id INTEGER PRIMARY KEY, memory_uid TEXT NOT NULL, ts TEXT NOT NULL, kind TEXT NOT NULL, delta TEXT, reason TEXT
);
CREATE INDEX idx_alterations_uid ON alterations(memory_uid);
CREATE TABLE recall_log (
  id INTEGER PRIMARY KEY, memory_id INTEGER NOT NULL, recalled_at DATETIME NOT NULL DEFAULT (datetime('now'))
);
CREATE INDEX idx_recall_log_memory ON recall_log(memory_id);
CREATE INDEX idx_recall_log_time ON recall_log(recalled_at);
CREATE VIRTUAL TABLE memory_chunks USING vec0(memory_id INTEGER, embedding FLOAT[384] distance_metric=cosine);
CREATE VIRTUAL TABLE memory_vectors USING vec0(memory_id INTEGER PRIMARY KEY, embedding FLOAT[384]);
CREATE TABLE harvest_state (path TEXT PRIMARY KEY, byte_offset INTEGER NOT NULL DEFAULT 0, last_run DATETIME);
CREATE TABLE harvest_marks (path TEXT PRIMARY KEY, mark TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE memory_pending (memory_id INTEGER NOT NULL, uid TEXT NOT NULL, PRIMARY KEY (memory_id, uid)) WITHOUT ROWID;
CREATE TABLE memory_texts_pending (memory_id INTEGER PRIMARY KEY);
CREATE VIRTUAL TABLE memory_grams USING fts5(
  grams, content='', contentless_delete=1, detail=none, tokenize='ascii'
);
CREATE INDEX memories_filter ON memories(project, canonical_type, type, deleted_at, invalid_at, created_at);
CREATE TABLE memory_counts (
  type TEXT NOT NULL, project TEXT NOT NULL, deleted INTEGER NOT NULL, invalid INTEGER NOT NULL, n INTEGER NOT NULL,
  PRIMARY KEY (type, project, deleted, invalid)
) WITHOUT ROWID;
CREATE TRIGGER memories_counts_ai AFTER INSERT ON memories BEGIN
  INSERT INTO memory_counts(type, project, deleted, invalid, n)
  VALUES (coalesce(new.canonical_type, ''), coalesce(new.project, ''), new.deleted_at IS NOT NULL, new.invalid_at IS NOT NULL, 1)
  ON CONFLICT(type, project, deleted, invalid) DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER memories_counts_ad AFTER DELETE ON memories BEGIN
  UPDATE memory_counts SET n = n - 1 WHERE type = coalesce(old.canonical_type, '') AND project = coalesce(old.project, '')
    AND deleted = (old.deleted_at IS NOT NULL) AND invalid = (old.invalid_at IS NOT NULL);
END;
CREATE TRIGGER memories_counts_au AFTER UPDATE OF canonical_type, project, deleted_at, invalid_at ON memories BEGIN
  UPDATE memory_counts SET n = n - 1 WHERE type = coalesce(old.canonical_type, '') AND project = coalesce(old.project, '')
    AND deleted = (old.deleted_at IS NOT NULL) AND invalid = (old.invalid_at IS NOT NULL);
  INSERT INTO memory_counts(type, project, deleted, invalid, n)
  VALUES (coalesce(new.canonical_type, ''), coalesce(new.project, ''), new.deleted_at IS NOT NULL, new.invalid_at IS NOT NULL, 1)
  ON CONFLICT(type, project, deleted, invalid) DO UPDATE SET n = n + 1;
END;
CREATE INDEX memories_created ON memories(created_at);
CREATE INDEX memories_updated ON memories(updated_at);
CREATE TABLE entry_counts (source TEXT PRIMARY KEY, n INTEGER NOT NULL, embedded INTEGER NOT NULL) WITHOUT ROWID;
CREATE TRIGGER brain_entries_counts_ai AFTER INSERT ON brain_entries BEGIN
  INSERT INTO entry_counts(source, n, embedded) VALUES (new.source, 1, new.embedding IS NOT NULL)
  ON CONFLICT(source) DO UPDATE SET n = n + 1, embedded = embedded + excluded.embedded;
END;
CREATE TRIGGER brain_entries_counts_ad AFTER DELETE ON brain_entries BEGIN
  UPDATE entry_counts SET n = n - 1, embedded = embedded - (old.embedding IS NOT NULL) WHERE source = old.source;
END;
CREATE TRIGGER brain_entries_counts_au AFTER UPDATE OF source, embedding ON brain_entries
WHEN old.source <> new.source OR (old.embedding IS NULL) <> (new.embedding IS NULL) BEGIN
  UPDATE entry_counts SET n = n - 1, embedded = embedded - (old.embedding IS NOT NULL) WHERE source = old.source;
  INSERT INTO entry_counts(source, n, embedded) VALUES (new.source, 1, new.embedding IS NOT NULL)
  ON CONFLICT(source) DO UPDATE SET n = n + 1, embedded = embedded + excluded.embedded;
END;
CREATE TABLE config (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
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
  packing INTEGER, head_size INTEGER NOT NULL DEFAULT 0, truth_size INTEGER NOT NULL DEFAULT 0, middle_size INTEGER, timeline_size INTEGER NOT NULL DEFAULT 0, body BLOB NOT NULL DEFAULT x'',
  UNIQUE (root_id, path)
);
CREATE INDEX pages_truth ON pages(truth_at) WHERE deleted_at IS NULL;
CREATE INDEX pages_deleted ON pages(deleted_at) WHERE deleted_at IS NOT NULL;
CREATE TABLE page_tags (
  page_id INTEGER NOT NULL REFERENCES pages(id) ON DELETE CASCADE,
  tag     TEXT NOT NULL,
  origin  TEXT NOT NULL,
  PRIMARY KEY (page_id, tag)
) WITHOUT ROWID;
CREATE INDEX page_tags_tag ON page_tags(tag, page_id);
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
CREATE TABLE raw_data (
  id         INTEGER PRIMARY KEY,
  page_id    INTEGER NOT NULL REFERENCES pages(id) ON DELETE CASCADE,
  source     TEXT NOT NULL,
  fetched_at TEXT NOT NULL,
  data       TEXT NOT NULL CHECK (json_valid(data)),
  UNIQUE (page_id, source)
);
CREATE TABLE ingest_log (
  id            INTEGER PRIMARY KEY,
  source_type   TEXT NOT NULL,
  source_ref    TEXT NOT NULL,
  pages_updated TEXT NOT NULL,
  summary       TEXT NOT NULL,
  created_at    TEXT NOT NULL
);
CREATE VIRTUAL TABLE pages_fts USING fts5(
  title, slug, tags, aliases, truth, timeline, content='', contentless_delete=1, tokenize='porter unicode61'
);
CREATE VIRTUAL TABLE pages_grams USING fts5(
  grams, content='', contentless_delete=1, detail=none, tokenize='ascii'
);
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
CREATE INDEX pages_type ON pages(type, updated_at DESC) WHERE deleted_at IS NULL;
CREATE INDEX pages_updated ON pages(updated_at DESC) WHERE deleted_at IS NULL;
CREATE INDEX pages_created ON pages(created_at DESC) WHERE deleted_at IS NULL;
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
CREATE INDEX brain_entries_name ON brain_entries(entity_name);
CREATE TABLE page_dictionaries (
  id      INTEGER PRIMARY KEY,
  root_id INTEGER REFERENCES roots(id) ON DELETE SET NULL,
  words   BLOB NOT NULL
);
CREATE VIEW page_texts AS
SELECT id, slug, type, title, deleted_at, coalesce(CAST(substr(bytes, head_size + 1, truth_size) AS TEXT), '') AS compiled_truth,
       coalesce(CAST(substr(bytes, head_size + truth_size + coalesce(middle_size, 0) + 1, timeline_size) AS TEXT), '') AS timeline,
       iif(middle_size IS NULL, substr(bytes, 1, head_size), bytes) AS source
FROM (SELECT *, iif(packing IS NULL, body, brain_inflate(body, (SELECT words FROM page_dictionaries d WHERE d.id = packing))) AS bytes FROM pages);
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
CREATE INDEX page_versions_page ON page_versions(page_id, id);
CREATE VIEW page_version_texts AS
SELECT id, page_id, coalesce(CAST(substr(bytes, head_size + 1, truth_size) AS TEXT), '') AS compiled_truth,
       coalesce(CAST(substr(bytes, head_size + truth_size + coalesce(middle_size, 0) + 1, timeline_size) AS TEXT), '') AS timeline,
       iif(middle_size IS NULL, substr(bytes, 1, head_size), bytes) AS source
FROM (SELECT *, iif(packing IS NULL, body, brain_inflate(body, (SELECT words FROM page_dictionaries d WHERE d.id = packing))) AS bytes FROM page_versions);
CREATE TABLE page_names (
  key     INTEGER NOT NULL,
  kind    INTEGER NOT NULL,
  page_id INTEGER NOT NULL REFERENCES pages(id) ON DELETE CASCADE,
  alias   TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (key, kind, page_id, alias)
) WITHOUT ROWID;
CREATE INDEX page_names_page ON page_names(page_id);
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
CREATE INDEX links_page ON links(page_id, other_id);
CREATE INDEX links_other ON links(other_id, page_id) WHERE other_id IS NOT NULL;
CREATE INDEX links_from ON links(from_page_id, link_type, to_page_id) WHERE other_id IS NOT NULL;
CREATE INDEX links_to ON links(to_page_id, link_type, from_page_id) WHERE other_id IS NOT NULL;
CREATE INDEX links_slug_key ON links(slug_key);
CREATE INDEX links_name_key ON links(name_key) WHERE name_key <> slug_key;
CREATE INDEX links_dangling ON links(page_id) WHERE other_id IS NULL;
CREATE INDEX memories_state ON memories(id, deleted_at, invalid_at);
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
CREATE TRIGGER memories_texts_pending_ai AFTER INSERT ON memories BEGIN
  INSERT INTO memory_texts_pending(memory_id) VALUES (new.id) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER memories_texts_pending_ad AFTER DELETE ON memories BEGIN
  INSERT INTO memory_texts_pending(memory_id) VALUES (old.id) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER memories_texts_pending_au AFTER UPDATE OF id, uid, title, content, tags, project, deleted_at ON memories BEGIN
  INSERT INTO memory_texts_pending(memory_id) VALUES (old.id), (new.id) ON CONFLICT DO NOTHING;
END;
CREATE TABLE memories_replaced (
  id INTEGER PRIMARY KEY, uid TEXT NOT NULL, title TEXT, content TEXT, tags TEXT, project TEXT, type TEXT,
  canonical_type TEXT, deleted INTEGER NOT NULL, invalid INTEGER NOT NULL
);
CREATE TRIGGER memories_replaced_bi BEFORE INSERT ON memories BEGIN
  DELETE FROM memories_replaced;
  INSERT INTO memories_replaced(id, uid, title, content, tags, project, type, canonical_type, deleted, invalid)
    SELECT id, uid, title, content, tags, project, type, canonical_type, deleted_at IS NOT NULL, invalid_at IS NOT NULL
    FROM memories WHERE id = new.id OR uid = new.uid;
END;
CREATE TRIGGER memories_replaced_bu BEFORE UPDATE OF id, uid ON memories BEGIN
  DELETE FROM memories_replaced;
  INSERT INTO memories_replaced(id, uid, title, content, tags, project, type, canonical_type, deleted, invalid)
    SELECT id, uid, title, content, tags, project, type, canonical_type, deleted_at IS NOT NULL, invalid_at IS NOT NULL
    FROM memories WHERE (id = new.id OR uid = new.uid) AND id <> old.id;
END;
CREATE VIEW memories_words AS SELECT id, uid, title, content, tags, project, type FROM memories;
CREATE TRIGGER memories_words_put INSTEAD OF DELETE ON memories_words BEGIN
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
CREATE TRIGGER memories_ai AFTER INSERT ON memories BEGIN
  DELETE FROM memories_words WHERE id = new.id;
END;
CREATE TRIGGER memories_ad AFTER DELETE ON memories BEGIN
  DELETE FROM memories_replaced WHERE id = old.id;
  INSERT INTO memories_fts(memories_fts, rowid, title, content, tags, project, type)
  VALUES ('delete', old.id, old.title, old.content, old.tags, old.project, old.type);
END;
CREATE TRIGGER memories_au AFTER UPDATE OF id, uid, title, content, tags, project, type ON memories BEGIN
  DELETE FROM memories_replaced WHERE id = old.id;
  INSERT INTO memories_fts(memories_fts, rowid, title, content, tags, project, type)
  VALUES ('delete', old.id, old.title, old.content, old.tags, old.project, old.type);
  DELETE FROM memories_words WHERE id = new.id;
END;
CREATE TRIGGER memories_version_on_update BEFORE UPDATE OF title, content ON memories
WHEN old.content IS NOT new.content OR old.title IS NOT new.title BEGIN
  INSERT INTO memory_versions(memory_id, version, title, content, changed_by)
  VALUES (old.id, max(old.version, coalesce((SELECT max(version) + 1 FROM memory_versions WHERE memory_id = old.id), 0)), old.title, old.content, 'auto');
  UPDATE memories SET version = (SELECT max(version) + 1 FROM memory_versions WHERE memory_id = old.id) WHERE id = old.id;
END;
CREATE INDEX pages_listed ON pages(slug, title, type) WHERE deleted_at IS NULL;
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
CREATE TABLE edge_rows (
  id       INTEGER PRIMARY KEY,
  source   INTEGER NOT NULL,
  target   INTEGER NOT NULL,
  group_id INTEGER NOT NULL,
  place,
  attrs    TEXT
);
CREATE UNIQUE INDEX node_rows_name ON node_rows(name);
CREATE INDEX node_rows_group ON node_rows(group_id);
CREATE INDEX node_groups_file ON node_groups(root_id, source_file);
CREATE INDEX edge_groups_file ON edge_groups(root_id, source_file);
CREATE INDEX edge_rows_source ON edge_rows(source);
CREATE INDEX edge_rows_target ON edge_rows(target);
CREATE TABLE graph_pending (
  id    INTEGER PRIMARY KEY,
  first INTEGER NOT NULL,
  last  INTEGER NOT NULL
);
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
