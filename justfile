# Lists the commands.
default:
    @just --list

# Builds the program into ./brain.
build:
    go build -o brain .

# Runs all tests.
test:
    go test ./...
    go test -tags nohugot ./engine

# Checks format and vets.
lint:
    #!/usr/bin/env bash
    set -euo pipefail
    unformatted=$(git ls-files -z '*.go' ':!:testdata/**' ':!:**/testdata/**' | xargs -0 gofmt -l)
    if [ -n "$unformatted" ]; then
        echo "not gofmt'ed:"
        echo "$unformatted"
        exit 1
    fi
    go vet ./...
    go vet -tags nohugot ./engine

# Measures ranking, vectors, text search and the model.
bench:
    go test -run '^$' -bench . -benchmem ./rank ./vec ./fts ./embed

# Builds a brain of brain's own docs and source, and asks it.
demo:
    go run . demo

# compare brain with a real PostgreSQL 15 on random inputs: just diff-postgres -n 20000
diff-postgres *args:
    go run ./diffpg {{args}}

# CPU time of the same questions and merges in PostgreSQL 15 and here
bench-postgres *args:
    go run ./diffpg -bench {{args}}

# CPU time of the built-in model beside ONNX Runtime, interleaved (needs python3; makes a virtual environment of its own)
bench-embed *args:
    #!/usr/bin/env bash
    set -euo pipefail
    venv=$(mktemp -d)
    trap 'rm -rf "$venv"' EXIT
    python3 -m venv "$venv"
    "$venv/bin/pip" install -q -r embed/bench/requirements.txt
    "$venv/bin/python" embed/bench/compare.py {{args}}

# how long another writer waits while entries are embedded
bench-writer:
    go test ./engine -run '^$' -bench WriterBesideEmbed -benchtime 3x

# 32 processes on one file at once, some of them killed: nothing may be lost or doubled, nobody may wait for 5 s
stress *args:
    go run ./stress {{args}}

# CPU time of cold processes on files of 1,000 to 100,000 memories
bench-memory *args:
    go run ./bench/memory {{args}}

# what brain costs on a tree of markdown: just bench-pages -pages 50000; BRAIN_VAULTS=DIR:DIR for real ones
bench-pages *args:
    go run ./bench/pages {{args}}

# how long an agent waits for `brain serve`: handshake, tools, questions, and the memory it holds
bench-mcp *args:
    go run ./bench/mcp {{args}}

# what a code graph costs beside Graphify, on trees named or in BRAIN_REPOS (needs python3; makes a virtual environment of its own)
bench-extract *args:
    #!/usr/bin/env bash
    set -euo pipefail
    venv=$(mktemp -d)
    trap 'rm -rf "$venv"' EXIT
    python3 -m venv "$venv"
    "$venv/bin/pip" install -q -r bench/extract/requirements.txt
    go run ./bench/extract -graphify "$venv/bin/graphify" {{args}}
