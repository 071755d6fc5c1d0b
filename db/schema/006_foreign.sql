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
