-- The tables as the first version of this program made them; kept as they were.
CREATE TABLE schema_version (version INTEGER NOT NULL);
INSERT INTO schema_version (version) VALUES (1);
CREATE TABLE enquiries (
  reference TEXT PRIMARY KEY,
  received_at BIGINT NOT NULL,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  email TEXT NOT NULL,
  company TEXT NOT NULL,
  message TEXT NOT NULL,
  spam TEXT
);
CREATE TABLE deliveries (
  reference TEXT NOT NULL REFERENCES enquiries ON DELETE CASCADE,
  kind TEXT NOT NULL,
  state TEXT NOT NULL,
  tries INTEGER NOT NULL,
  due_at BIGINT NOT NULL,
  error TEXT,
  PRIMARY KEY (reference, kind)
) WITHOUT ROWID;
CREATE INDEX deliveries_due ON deliveries (kind, due_at) WHERE state = 'waiting';
CREATE TABLE keys (
  key TEXT PRIMARY KEY,
  fingerprint TEXT NOT NULL,
  message TEXT NOT NULL,
  reference TEXT NOT NULL REFERENCES enquiries ON DELETE CASCADE,
  stored_at BIGINT NOT NULL
) WITHOUT ROWID;
CREATE INDEX keys_message ON keys (message);
CREATE TABLE rate_limits (key VARCHAR(255) PRIMARY KEY, points INTEGER NOT NULL DEFAULT 0, expire BIGINT);
