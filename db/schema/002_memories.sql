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
