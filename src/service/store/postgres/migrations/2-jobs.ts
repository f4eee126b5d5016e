/** Jobs that workers on other machines carry out, what they need, and who they are. */
export const jobs = `
create table job (
  id uuid primary key,
  session_id text collate "C" not null,
  name text not null,
  -- Layout of payload and result.
  layout int not null,
  payload bytea,
  needs text[] not null,
  memory bigint not null,
  -- queued, running, computed (the result waits for its commit), done, failed, dead, cancelled
  state text not null default 'queued',
  attempts int not null default 0,
  -- Raised with every lease: what an earlier holder sends is refused.
  token bigint not null default 0,
  worker text,
  lease_until timestamptz,
  fraction float8 not null default 0,
  message text not null default '',
  result bytea,
  -- Of a failed or dead job.
  reason text,
  -- Backend, device and release that made the result.
  provenance text,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create index job_waiting on job (created_at) where state in ('queued', 'running');
create index job_ended on job (ended_at) where ended_at is not null;

-- Models by what they hold.
create table model (
  id text collate "C" primary key,
  content bytea not null,
  used_at timestamptz not null default now()
);

create table worker (
  id text collate "C" primary key,
  capabilities text[] not null,
  memory bigint not null,
  seen_at timestamptz not null default now()
);
`;
