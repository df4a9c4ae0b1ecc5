-- The tables as the third version of this program made them, before there was an inbox; kept as they were.
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
  , doubt TEXT);
CREATE TABLE deliveries (
  reference TEXT NOT NULL REFERENCES enquiries ON DELETE CASCADE,
  kind TEXT NOT NULL,
  state TEXT NOT NULL,
  tries INTEGER NOT NULL,
  due_at BIGINT NOT NULL,
  error TEXT, reached TEXT NOT NULL DEFAULT '',
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
INSERT INTO schema_version (version) VALUES (3);
-- One enquiry that was mailed, one that was refused, one that was set aside.
INSERT INTO enquiries VALUES
  ('BBBB-BBBB', 1760000000000, 'Zoë', 'Núñez', 'zoe@shop.example', 'Tea & Co', 'Our checkout fails', NULL, NULL),
  ('CCCC-CCCC', 1760000000001, '', '', 'ada@shop.example', '', 'A question', NULL, '5 links'),
  ('DDDD-DDDD', 1760000000002, '', '', 'robot@shop.example', '', 'Buy this', 'hidden field filled in', NULL);
INSERT INTO deliveries VALUES
  ('BBBB-BBBB', 'mail', 'sent', 1, 1760000001000, NULL, 'hello@firm.example'),
  ('CCCC-CCCC', 'mail', 'parked', 1, 1760000001000, '550 no such box', ''),
  ('DDDD-DDDD', 'mail', 'held', 0, 1760000000002, NULL, '');
INSERT INTO keys VALUES ('k', 'f', 'm', 'BBBB-BBBB', 1760000000000);
INSERT INTO visits VALUES (20000, '/', 'news.example', 7);
