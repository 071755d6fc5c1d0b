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
