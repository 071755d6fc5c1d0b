-- Less room: of pages of one moment there are few, so that a list sorts them by slug itself, and the indexes that give its
-- order need no slugs.
DROP INDEX pages_type;
DROP INDEX pages_updated;
DROP INDEX pages_created;
CREATE INDEX pages_type ON pages(type, updated_at DESC) WHERE deleted_at IS NULL;
CREATE INDEX pages_updated ON pages(updated_at DESC) WHERE deleted_at IS NULL;
CREATE INDEX pages_created ON pages(created_at DESC) WHERE deleted_at IS NULL;
