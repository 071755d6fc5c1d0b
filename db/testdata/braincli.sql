-- The part of brain-cli's schema (3.4.0, marker 4) that tells its files apart, with its search table and two memories.
CREATE TABLE memories (
  id INTEGER PRIMARY KEY AUTOINCREMENT, uid TEXT UNIQUE NOT NULL, type TEXT NOT NULL, title TEXT NOT NULL,
  content TEXT, project TEXT, tags TEXT, created_at DATETIME DEFAULT (datetime('now')), deleted_at DATETIME
);
CREATE TABLE stats (key TEXT PRIMARY KEY, value TEXT, updated_at DATETIME DEFAULT (datetime('now')));
CREATE VIRTUAL TABLE memories_fts USING fts5(
  title, content, tags, project, type, content=memories, content_rowid=rowid, tokenize='porter unicode61'
);
CREATE TRIGGER memories_ai AFTER INSERT ON memories BEGIN
  INSERT INTO memories_fts(rowid, title, content, tags, project, type)
  VALUES (new.rowid, new.title, new.content, new.tags, new.project, new.type);
END;
INSERT INTO memories(uid, type, title, content) VALUES
  ('m1a2b3c4', 'decision', 'WAL mode', 'one writer and many readers'),
  ('m5d6e7f8', 'learning', 'busy timeout', 'wait instead of failing');
