/** Sessions, their events, and related tables. */
export const sessions = `
create table session (
  id text collate "C" primary key,
  revision bigint not null,
  -- Of the document in session_chunk; later changes are in session_write.
  base_revision bigint not null,
  base_bytes bigint not null,
  journal_bytes bigint not null,
  -- Sequence number of the last event.
  event_seq bigint not null,
  changed_at timestamptz not null default now()
);

create table session_chunk (
  session_id text collate "C" not null,
  revision bigint not null,
  number int not null,
  content text not null,
  primary key (session_id, revision, number)
);

-- One row per committed write: what a writer looks up that lost its connection before it was answered.
create table session_write (
  session_id text collate "C" not null,
  revision bigint not null,
  write_id uuid not null,
  -- Null for a whole document.
  steps text,
  written_at timestamptz not null default now(),
  primary key (session_id, revision)
);
create index session_write_age on session_write using brin (written_at);

create table outbox (
  session_id text collate "C" not null,
  seq bigint not null,
  event text not null,
  told_at timestamptz not null default now(),
  primary key (session_id, seq)
);
create index outbox_age on outbox using brin (told_at);

create table backup (
  session_id text collate "C" not null,
  taken_at text collate "C" not null,
  document text not null,
  primary key (session_id, taken_at)
);

create table upload (
  id text collate "C" primary key,
  content bytea not null,
  put_at timestamptz not null default now()
);

create table record (
  kind text collate "C" not null,
  key text collate "C" not null,
  value text not null,
  revision bigint not null,
  expires_at timestamptz,
  primary key (kind, key)
);
create index record_expiry on record (expires_at) where expires_at is not null;

create unlogged table tally (
  kind text collate "C" not null,
  key text collate "C" not null,
  count bigint not null,
  ends_at timestamptz not null,
  primary key (kind, key)
);
`;
