CREATE EXTENSION pg_trgm;

-- A query of any form; NULL where PostgreSQL refuses the text.
CREATE FUNCTION diff_query(form text, q text) RETURNS tsquery LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  CASE form
    WHEN 'plain' THEN RETURN plainto_tsquery('english', q);
    WHEN 'web' THEN RETURN websearch_to_tsquery('english', q);
    WHEN 'phrase' THEN RETURN phraseto_tsquery('english', q);
    WHEN 'raw' THEN RETURN to_tsquery('english', q);
    ELSE RETURN q::tsquery;
  END CASE;
EXCEPTION WHEN OTHERS THEN
  RETURN NULL;
END $$;

-- The same as text, or the error's.
CREATE FUNCTION diff_query_text(form text, q text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  CASE form
    WHEN 'plain' THEN RETURN plainto_tsquery('english', q);
    WHEN 'web' THEN RETURN websearch_to_tsquery('english', q);
    WHEN 'phrase' THEN RETURN phraseto_tsquery('english', q);
    WHEN 'raw' THEN RETURN to_tsquery('english', q);
    ELSE RETURN q::tsquery;
  END CASE;
EXCEPTION WHEN OTHERS THEN
  RETURN 'ERROR: ' || SQLERRM;
END $$;

CREATE FUNCTION diff_vector_text(t text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN to_tsvector('english', t);
EXCEPTION WHEN OTHERS THEN
  RETURN 'ERROR: ' || SQLERRM;
END $$;

-- A written vector, NULL where PostgreSQL refuses it, and the same as text, or the error's.
CREATE FUNCTION diff_written(t text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN t::tsvector;
EXCEPTION WHEN OTHERS THEN
  RETURN NULL;
END $$;
CREATE FUNCTION diff_written_text(t text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN t::tsvector;
EXCEPTION WHEN OTHERS THEN
  RETURN 'ERROR: ' || SQLERRM;
END $$;

-- Cosine distance as pgvector computes it where its loop is not vectorised: three sums in float4, in order. The server's
-- own float4 arithmetic fails where C gives infinity or zero, so each operation is done in float8 and rounded: of two
-- float4, that is the same as rounding once.
CREATE FUNCTION diff_float4(x float8) RETURNS real LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN x <> 'NaN' AND abs(x) >= 3.4028235677973366e38 THEN (CASE WHEN x > 0 THEN 'Infinity' ELSE '-Infinity' END)::real
              WHEN abs(x) <= 7.006492321624085e-46 THEN 0
              ELSE x::real END
$$;
CREATE FUNCTION diff_cosine(a real[], b real[]) RETURNS float8 LANGUAGE plpgsql IMMUTABLE STRICT AS $$
DECLARE
  dot real := 0; aa real := 0; bb real := 0;
  norm float8; similarity float8;
BEGIN
  FOR i IN 1 .. array_length(a, 1) LOOP
    dot := diff_float4(dot::float8 + diff_float4(a[i]::float8 * b[i]::float8)::float8);
    aa := diff_float4(aa::float8 + diff_float4(a[i]::float8 * a[i]::float8)::float8);
    bb := diff_float4(bb::float8 + diff_float4(b[i]::float8 * b[i]::float8)::float8);
  END LOOP;
  norm := sqrt(aa::float8 * bb::float8);
  IF norm = 0 THEN
    similarity := CASE WHEN dot = 'NaN' OR dot = 0 THEN 'NaN' WHEN dot > 0 THEN 'Infinity' ELSE '-Infinity' END;
  ELSE
    similarity := dot::float8 / norm;
  END IF;
  IF similarity <> 'NaN' THEN
    similarity := greatest(-1, least(1, similarity));
  END IF;
  RETURN 1 - similarity;
END $$;

-- brain-merge's tables. Embeddings are real[], because pgvector is not part of PostgreSQL.
CREATE TABLE staging_entries (
  ord bigint, batch int, source text, entity_id text, entity_name text, content text, embedding real[],
  created_at timestamptz, updated_at timestamptz
);
CREATE TABLE brain_entries (
  id bigserial PRIMARY KEY, source text NOT NULL, entity_id text NOT NULL, entity_name text NOT NULL, content text NOT NULL,
  embedding real[], created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL,
  citation_id text UNIQUE, content_hash text NOT NULL UNIQUE
);
CREATE TABLE brain_entry_links (
  id bigserial PRIMARY KEY, from_id bigint NOT NULL, to_id bigint NOT NULL, link_type text NOT NULL, similarity real,
  UNIQUE (from_id, to_id)
);

CREATE FUNCTION diff_citation(source text, entity_id text, t timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT '[BM:' || source || ':' || entity_id || ':' || to_char(date_trunc('second', t AT TIME ZONE 'UTC'), 'YYYY-MM-DD"T"HH24:MI:SS"Z"') || ']'
$$;

-- Step 1 over the staged rows of some batches, row by row: the first with a content wins; the citation is that of
-- created_at, else of updated_at, else of the first free second after it.
CREATE FUNCTION diff_step1(batches int[]) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  s staging_entries; hash text; citation text; moment timestamptz; n int := 0;
BEGIN
  FOR s IN SELECT st.* FROM unnest(batches) WITH ORDINALITY AS b(batch, place) JOIN staging_entries st ON st.batch = b.batch ORDER BY b.place, st.ord LOOP
    hash := encode(sha256(convert_to(s.content, 'UTF8')), 'hex');
    CONTINUE WHEN EXISTS (SELECT 1 FROM brain_entries WHERE content_hash = hash);
    citation := diff_citation(s.source, s.entity_id, s.created_at);
    moment := s.updated_at;
    WHILE EXISTS (SELECT 1 FROM brain_entries WHERE citation_id = citation) LOOP
      citation := diff_citation(s.source, s.entity_id, moment);
      moment := moment + interval '1 second';
    END LOOP;
    INSERT INTO brain_entries(source, entity_id, entity_name, content, embedding, created_at, updated_at, citation_id, content_hash)
    VALUES (s.source, s.entity_id, s.entity_name, s.content, s.embedding, s.created_at, s.updated_at, citation, hash);
    n := n + 1;
  END LOOP;
  RETURN n;
END $$;

-- Step 3 as the seed has it.
CREATE FUNCTION diff_step3() RETURNS int LANGUAGE plpgsql AS $$
DECLARE n int;
BEGIN
  INSERT INTO brain_entry_links (from_id, to_id, link_type, similarity)
  SELECT g.id, p.id, 'name_similar', similarity(g.entity_name, p.entity_name)
  FROM   brain_entries g
  JOIN   brain_entries p ON g.source = 'graphify' AND p.source = 'gbrain'
  WHERE  similarity(g.entity_name, p.entity_name) > 0.4
    AND  NOT EXISTS (SELECT 1 FROM brain_entry_links l WHERE l.from_id = g.id AND l.to_id = p.id);
  GET DIAGNOSTICS n = ROW_COUNT;
  RETURN n;
END $$;

-- Step 4 as the seed has it, with diff_cosine for pgvector's operator.
CREATE FUNCTION diff_step4() RETURNS int LANGUAGE plpgsql AS $$
DECLARE n int;
BEGIN
  INSERT INTO brain_entry_links (from_id, to_id, link_type, similarity)
  SELECT a.id, b.id, 'vector_near', 1 - diff_cosine(a.embedding, b.embedding)
  FROM   brain_entries a
  JOIN   brain_entries b ON a.id < b.id
  WHERE  a.embedding IS NOT NULL
    AND  b.embedding IS NOT NULL
    AND  a.source != b.source
    AND  diff_cosine(a.embedding, b.embedding) < 0.08
    AND  NOT EXISTS (SELECT 1 FROM brain_entry_links l WHERE l.from_id = a.id AND l.to_id = b.id);
  GET DIAGNOSTICS n = ROW_COUNT;
  RETURN n;
END $$;

-- The unified query as the seed has it, with the id as last tie-breaker, and without the vector list where the question
-- has no vector.
CREATE FUNCTION diff_unified(q text, v real[]) RETURNS TABLE (answer text) LANGUAGE sql STABLE AS $$
  WITH text_ranked AS MATERIALIZED (
    SELECT id, ts_rank(to_tsvector('english', content), plainto_tsquery('english', q)) AS text_score,
           ROW_NUMBER() OVER (ORDER BY ts_rank(to_tsvector('english', content), plainto_tsquery('english', q)) DESC, id) AS rn
    FROM   brain_entries
    WHERE  to_tsvector('english', content) @@ plainto_tsquery('english', q)
  ),
  vector_ranked AS MATERIALIZED (
    SELECT id, 1 - diff_cosine(embedding, v) AS vec_score,
           ROW_NUMBER() OVER (ORDER BY diff_cosine(embedding, v), id) AS rn
    FROM   brain_entries
    WHERE  embedding IS NOT NULL AND v IS NOT NULL
  ),
  rrf AS (
    SELECT COALESCE(t.id, v.id) AS id, t.rn AS t_rn, v.rn AS v_rn, t.text_score, v.vec_score,
           COALESCE(1.0 / (60 + t.rn), 0) + COALESCE(1.0 / (60 + v.rn), 0) AS rrf_score
    FROM   text_ranked t
    FULL OUTER JOIN vector_ranked v ON t.id = v.id
  )
  SELECT concat_ws(' ', 'id', id, 'rrf', rrf_score, 'text', COALESCE(t_rn, 0), COALESCE(text_score::text, '-'),
                   'vector', COALESCE(v_rn, 0), COALESCE(vec_score::text, '-'), 'of', count(*) OVER ())
  FROM   rrf
  ORDER  BY rrf_score DESC, id
  LIMIT  20
$$;
