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
