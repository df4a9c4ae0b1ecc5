-- The tables as the fifth version of this program made them, when one delivery was for all recipients; kept as they were.
CREATE TABLE schema_version (version INTEGER NOT NULL);
CREATE TABLE enquiries (
  reference TEXT PRIMARY KEY,
  received_at BIGINT NOT NULL,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  email TEXT NOT NULL,
  company TEXT NOT NULL,
  message TEXT NOT NULL,
  spam TEXT
  , doubt TEXT, handling TEXT NOT NULL DEFAULT 'new', answered_at BIGINT, search_id BIGINT);
CREATE TABLE deliveries (
  reference TEXT NOT NULL REFERENCES enquiries ON DELETE CASCADE,
  kind TEXT NOT NULL,
  state TEXT NOT NULL,
  tries INTEGER NOT NULL,
  due_at BIGINT NOT NULL,
  error TEXT, reached TEXT NOT NULL DEFAULT '', accepted_by TEXT,
  PRIMARY KEY (reference, kind)
) WITHOUT ROWID;
CREATE TABLE keys (
  key TEXT PRIMARY KEY,
  fingerprint TEXT NOT NULL,
  message TEXT NOT NULL,
  reference TEXT NOT NULL REFERENCES enquiries ON DELETE CASCADE,
  stored_at BIGINT NOT NULL
) WITHOUT ROWID;
CREATE TABLE rate_limits (key VARCHAR(255) PRIMARY KEY, points INTEGER NOT NULL DEFAULT 0, expire BIGINT);
CREATE INDEX enquiries_received ON enquiries (received_at);
CREATE INDEX deliveries_new ON deliveries (kind, due_at) WHERE state = 'waiting' AND tries = 0;
CREATE INDEX deliveries_again ON deliveries (kind, due_at) WHERE state = 'waiting' AND tries > 0;
CREATE INDEX deliveries_parked ON deliveries (kind, reference) WHERE state = 'parked';
CREATE INDEX keys_words ON keys (message, fingerprint);
CREATE INDEX keys_reference ON keys (reference);
CREATE INDEX keys_stored ON keys (stored_at);
CREATE INDEX rate_limits_expire ON rate_limits (expire);
CREATE TABLE intake (
  day INTEGER PRIMARY KEY,
  enquiries INTEGER NOT NULL,
  spam INTEGER NOT NULL,
  bytes BIGINT NOT NULL
);
CREATE TABLE visits (
  day INTEGER NOT NULL,
  path TEXT NOT NULL,
  referrer TEXT NOT NULL,
  views BIGINT NOT NULL,
  PRIMARY KEY (day, path, referrer)
) WITHOUT ROWID;
CREATE INDEX enquiries_handling ON enquiries (handling, received_at) WHERE spam IS NULL;
CREATE INDEX enquiries_spam ON enquiries (received_at) WHERE spam IS NOT NULL;
CREATE INDEX enquiries_unread ON enquiries (received_at) WHERE search_id IS NULL;
CREATE TABLE notes (
  id TEXT PRIMARY KEY,
  reference TEXT NOT NULL REFERENCES enquiries ON DELETE CASCADE,
  at BIGINT NOT NULL,
  author TEXT NOT NULL,
  text TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX notes_reference ON notes (reference);
CREATE TABLE changes (
  id TEXT PRIMARY KEY,
  reference TEXT NOT NULL REFERENCES enquiries ON DELETE CASCADE,
  at BIGINT NOT NULL,
  author TEXT NOT NULL,
  deed TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX changes_reference ON changes (reference);
INSERT INTO schema_version (version) VALUES (5);
-- One enquiry that was mailed to one of two and waits for the other, one that nobody has got, one that all have.
INSERT INTO enquiries (reference, received_at, first_name, last_name, email, company, message) VALUES
  ('BBBB-BBBB', 1760000000000, 'Ada', '', 'ada@shop.example', '', 'Half of them have it'),
  ('CCCC-CCCC', 1760000000001, 'Zoe', '', 'zoe@shop.example', '', 'None of them has it'),
  ('DDDD-DDDD', 1760000000002, 'Eva', '', 'eva@shop.example', '', 'All of them have it');
INSERT INTO deliveries VALUES
  ('BBBB-BBBB', 'mail', 'waiting', 2, 1760000001000, '450 later', 'one@firm.example', NULL),
  ('BBBB-BBBB', 'webhook', 'parked', 1, 1760000001000, '404', '', NULL),
  ('CCCC-CCCC', 'mail', 'waiting', 0, 1760000000001, NULL, '', NULL),
  ('DDDD-DDDD', 'mail', 'sent', 2, 1760000001000, NULL, 'one@firm.example', 'mail.example:465');
