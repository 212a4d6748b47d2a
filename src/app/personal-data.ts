import type { PersonalData } from '#server/database/person.ts'

/**
 * Which columns hold something of a person: the one place that `npm run export-person` and `erase-person` go by. Every
 * column with text stands here; a test names the one that was forgotten.
 */
export const PERSONAL_DATA: PersonalData = {
  announcements: {
    ids: ['about_id'],
    texts: ['message'],
    others: ['event', 'webhook', 'message_id', 'error'],
    goesWith: 'about_id',
  },
  audit_erasures: { others: ['hash'] },
  audit_log: {
    ids: ['actor_id'],
    names: { actor_name: 'actor_id' },
    texts: ['target', 'before', 'after'],
    others: ['action', 'request_id', 'previous_hash', 'hash'],
    // Its rows are a chain.
    isApart: true,
  },
  codes_arrived: { others: ['list'] },
  disciplinary_actions: {
    ids: ['user_id', 'admin_id', 'revoked_by_id'],
    names: { user_name: 'user_id', admin_name: 'admin_id', revoked_by_name: 'revoked_by_id' },
    texts: ['internal_reason', 'external_reason', 'revoked_why'],
    others: ['type', 'outcome', 'import_key', 'game_event'],
  },
  disciplinary_days: { others: ['type'] },
  // A trigger counts it anew.
  disciplinary_people: { ids: ['id'], names: { name: 'id' }, goesWith: 'id' },
  disciplinary_revisions: {
    ids: ['user_id', 'by_id'],
    names: { user_name: 'user_id', by_name: 'by_id' },
    texts: ['why', 'internal_reason', 'external_reason'],
    others: ['type'],
  },
  ingest_tokens: {
    ids: ['made_by_id'],
    names: { made_by_name: 'made_by_id' },
    texts: ['label'],
    others: ['hash'],
    secrets: ['hash'],
  },
  penal_codes: {
    ids: ['created_by_discord', 'updated_by_discord'],
    names: { created_by_username: 'created_by_discord', updated_by_username: 'updated_by_discord' },
    texts: ['title', 'class', 'notes'],
    labels: ['statute'],
    others: ['anchor'],
  },
  quick_links: { texts: ['title', 'desc', 'href', 'copy'], labels: ['key'], others: ['group', 'icon'] },
  // Who called how often, for the minutes that a limit looks back.
  rate_limits: { others: ['key'] },
  roster_members: {
    ids: ['discord_id'],
    names: { name: 'discord_id' },
    texts: ['position', 'timezone', 'status', 'notes'],
    labels: ['callsign'],
    others: ['roster', 'callsign_key'],
  },
  sessions: { ids: ['user_id'], others: ['token_hash', 'device'], secrets: ['token_hash'], goesWith: 'user_id' },
  sign_in_attempts: { others: ['state', 'browser_hash', 'code_verifier', 'return_to', 'scope'] },
  ten_codes: {
    ids: ['created_by_discord', 'updated_by_discord'],
    names: { created_by_username: 'created_by_discord', updated_by_username: 'updated_by_discord' },
    texts: ['meaning', 'category'],
    labels: ['code'],
    others: ['anchor', 'color'],
  },
  training_mentors: { ids: ['trainee_id', 'mentor_id'] },
  trial_mod_stages: {
    ids: ['trainee_id', 'actor_id'],
    names: { actor_name: 'actor_id' },
    texts: ['by', 'notes'],
    others: ['stage'],
  },
  trial_mods: {
    ids: ['trainee_id'],
    names: { name: 'trainee_id' },
    texts: ['assigned_instructor', 'official_instructor', 'instructor_review_name', 'trainee_review_name'],
    labels: ['staff_id'],
    others: ['status'],
  },
  users: {
    ids: ['id'],
    names: { username: 'id', global_name: 'id', nick: 'id' },
    others: ['avatar', 'guild_avatar', 'role_ids', 'scopes', 'sealed_access_token'],
    secrets: ['sealed_access_token'],
    goesWith: 'id',
  },
  verification_reports: {
    others: ['status', 'group', 'reported_at'],
    through: { column: 'verification_id', table: 'verification_sessions', of: 'user_id' },
  },
  verification_roles: {
    others: ['error', 'role_id'],
    through: { column: 'verification_id', table: 'verification_sessions', of: 'user_id' },
  },
  verification_sessions: {
    ids: ['user_id', 'decided_by_id'],
    names: { decided_by_name: 'decided_by_id' },
    texts: ['reason'],
    others: ['status', 'group'],
    goesWith: 'user_id',
  },
}
