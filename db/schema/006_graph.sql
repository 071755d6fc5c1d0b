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
