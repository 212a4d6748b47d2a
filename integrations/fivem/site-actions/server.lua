-- Forwards warnings, kicks, bans and revocations in txAdmin to the community website, which adds each to the player
-- record. Events that the site has not accepted yet wait in a queue, which survives a restart. They are sent again after
-- growing delays. README.md explains how to set it up.
--
-- The events of txAdmin: https://github.com/tabarra/txAdmin/blob/master/docs/events.md

local ENDPOINT = '/api/ingest/actions'
local STORED_QUEUE = 'queue'
local STORED_KEY = 'server'
--- Seconds until an event is sent again, after the first failure, the second and so on. The last delay is for all others.
local RETRY_DELAYS = { 5, 15, 60, 300 }
--- The maximum length of the queue. If the site is down for days, the oldest events are dropped.
local MAX_QUEUE_LENGTH = 500
--- An event is dropped after this many failures of the site, in about forty minutes, because other events wait for it.
local MAX_FAILURES = 12
--- The statuses of a site that is down or busy. They are not counted as failures of an event.
local UNAVAILABLE = { [0] = true, [429] = true, [502] = true, [503] = true, [504] = true }
--- Milliseconds for which a player who left is stored, because the event of a kick may come after the player has left.
local KEEP_PLAYER_MS = 60000

local function log(text)
    print('[site-actions] ' .. text)
end

--- Reads the convars each time, so that a new token needs no restart. The token is never printed.
local function settings()
    local url = GetConvar('site_actions_url', ''):gsub('/+$', '')
    local token = GetConvar('site_actions_token', '')
    if url == '' or token == '' then return nil, 'set site_actions_url and site_actions_token in server.cfg' end
    local host = url:match('^http://([^/]+)$')
    local is_here = host and (host:match('^localhost:?%d*$') or host:match('^127%.%d+%.%d+%.%d+:?%d*$'))
    if not is_here and not url:match('^https://[^/]+$') then
        return nil, 'site_actions_url must be the https address of the site, without a path'
    end
    return { url = url, token = token }
end

--- Whether this kind of action is forwarded: every kind, or the kinds in the convar.
local function is_forwarded(kind)
    local kinds = GetConvar('site_actions_forward', 'warn,kick,ban')
    return (',' .. kinds:gsub('%s', '') .. ','):find(',' .. kind .. ',', 1, true) ~= nil
end

-- People -------------------------------------------------------------------------------------------------------------

--- Net id -> { name, discord, identifiers }, for players who are in game or have just left.
local people = {}
--- txAdmin name -> Discord ID, for the admins who were in game since the resource started.
local admins = {}

--- The digits of the first `discord:` identifier. Nil if there is none.
local function discord_of(identifiers)
    for _, identifier in ipairs(identifiers or {}) do
        local id = tostring(identifier):match('^discord:(%d+)$')
        if id then return id end
    end
    return nil
end

--- The kinds of identifiers that are sent to the site. IP addresses and hardware ids are never sent.
local SENT_KINDS = { license = true, license2 = true, steam = true, fivem = true, live = true, xbl = true }

--- The identifiers that are sent. Nil if there is none.
local function sent_identifiers_of(identifiers)
    local sent = {}
    for _, identifier in ipairs(identifiers or {}) do
        local kind = tostring(identifier):match('^(%w+):')
        if kind and SENT_KINDS[kind] then sent[#sent + 1] = tostring(identifier) end
    end
    return #sent > 0 and sent or nil
end

--- A person with the name and the identifiers from txAdmin or the game.
local function person_with(name, identifiers)
    return { name = name, discord = discord_of(identifiers), identifiers = sent_identifiers_of(identifiers) }
end

local function person_of(net_id)
    local name = GetPlayerName(net_id)
    if name then
        people[tostring(net_id)] = person_with(name, GetPlayerIdentifiers(net_id))
    end
    return people[tostring(net_id)]
end

AddEventHandler('playerJoining', function()
    person_of(source)
end)

AddEventHandler('playerDropped', function()
    local key = tostring(source)
    local player = people[key]
    SetTimeout(KEEP_PLAYER_MS, function()
        if people[key] == player then people[key] = nil end
    end)
end)

AddEventHandler('txAdmin:events:adminAuth', function(data)
    if data.isAdmin and data.username and tonumber(data.netid) and tonumber(data.netid) > 0 then
        local person = person_of(data.netid)
        admins[data.username] = person and person.discord
    end
end)

-- Queue --------------------------------------------------------------------------------------------------------------

local queue = {}
local failures = 0
--- How often the first event of the queue failed.
local first_event_failures = 0
local is_sending = false
local send_next

local function store()
    SetResourceKvp(STORED_QUEUE, json.encode(queue))
end

local function send_later(seconds)
    is_sending = true
    SetTimeout(seconds * 1000, function()
        is_sending = false
        send_next()
    end)
end

--- Keeps all events and tries again after a delay, because the configuration is wrong.
local function wait_for_configuration(problem)
    log(('%d waiting: %s'):format(#queue, problem))
    send_later(RETRY_DELAYS[#RETRY_DELAYS])
end

local function retry(status)
    failures = failures + 1
    local delay = RETRY_DELAYS[math.min(failures, #RETRY_DELAYS)]
    log(('the site did not accept the event (%s); %d waiting, next try in %d s'):format(status, #queue, delay))
    send_later(delay)
end

local function drop()
    table.remove(queue, 1)
    failures = 0
    first_event_failures = 0
    store()
    send_next()
end

--- The error message in the site's response. It is short and contains no secret.
local function error_in(body)
    local ok, response = pcall(json.decode, body or '')
    if not ok or type(response) ~= 'table' or type(response.error) ~= 'table' then return 'no reason given' end
    for field, why in pairs(response.error.fields or {}) do
        return field .. ': ' .. why
    end
    return tostring(response.error.message)
end

local function handle_response(event, status, body)
    is_sending = false
    if status == 200 then
        drop()
    elseif status == 401 then
        wait_for_configuration('the site does not know the token: it may be revoked')
    elseif status == 400 or status == 403 or status == 404 or status == 409 or status == 413
        or status == 415 then
        -- The site would reject it again.
        log(('the site rejected %s %s: %s'):format(event.kind, event.id, error_in(body)))
        drop()
    elseif status >= 300 and status < 400 then
        wait_for_configuration(('the site redirects to another address (%d): correct site_actions_url'):format(status))
    elseif not UNAVAILABLE[status] and first_event_failures + 1 >= MAX_FAILURES then
        local target = event.target
        local who = target.discordId and 'discord:' .. target.discordId or target.identifiers[1]
        log(('dropped %s %s of %s (%s): the site failed %d times (%d). Log it on the site by hand'):format(
            event.kind, event.id, target.name, who, MAX_FAILURES, status))
        drop()
    else
        if not UNAVAILABLE[status] then first_event_failures = first_event_failures + 1 end
        retry(status == 0 and 'no response' or tostring(status))
    end
end

function send_next()
    local event = queue[1]
    if not event or is_sending then return end
    local site, problem = settings()
    if not site then return wait_for_configuration(problem) end
    is_sending = true
    -- No redirects: the token is only for this site.
    PerformHttpRequest(site.url .. ENDPOINT, function(status, body, _, error_body)
        handle_response(event, tonumber(status) or 0, body or (error_body and error_body:match('{.*}')))
    end, 'POST', json.encode(event), {
        ['Content-Type'] = 'application/json',
        ['Authorization'] = 'Bearer ' .. site.token,
    }, { followLocation = false })
end

local function enqueue(event)
    queue[#queue + 1] = event
    if #queue > MAX_QUEUE_LENGTH then
        table.remove(queue, is_sending and 2 or 1)
        log('more than ' .. MAX_QUEUE_LENGTH .. ' events are waiting: the oldest was dropped')
    end
    store()
    send_next()
end

-- txAdmin ------------------------------------------------------------------------------------------------------------

--- The suffix of the ids that this resource creates, so that no other game server of the community creates the same.
local server_key = GetResourceKvpString(STORED_KEY)
if not server_key then
    server_key = ('%x%x%s'):format(os.time(), math.floor(os.clock() * 1000000) % 0x1000000, tostring({}):sub(-6))
    SetResourceKvp(STORED_KEY, server_key)
end

local kicks = 0

--- Creates an id for a kick. txAdmin has ids only for warnings and bans.
local function kick_id(net_id)
    kicks = kicks + 1
    return ('kick-%d-%s-%d-%s'):format(os.time(), net_id, kicks, server_key)
end

local function utc(seconds)
    return os.date('!%Y-%m-%dT%H:%M:%SZ', seconds)
end

local function forward(kind, id, target, author, reason, more)
    if not is_forwarded(kind == 'revoke' and more.of or kind) then return end
    if not (target and (target.discord or target.identifiers)) then
        return log(('%s %s was not forwarded: %s has no identifier'):format(
            kind, id, target and target.name or 'the player'))
    end
    enqueue({
        id = tostring(id),
        kind = kind,
        target = { discordId = target.discord, name = target.name or '', identifiers = target.identifiers },
        author = { discordId = admins[author], name = tostring(author) },
        reason = tostring(reason or ''),
        at = utc(),
        expiresAt = more and more.expires_at,
        action = more and more.action,
    })
end

AddEventHandler('txAdmin:events:playerWarned', function(data)
    local target = person_with(data.targetName, data.targetIds)
    forward('warn', data.actionId, target, data.author, data.reason)
end)

AddEventHandler('txAdmin:events:playerBanned', function(data)
    local target = person_with(data.targetName, data.targetIds)
    -- The seconds since 1970, or false for a permanent ban.
    local expires_at = tonumber(data.expiration) and utc(math.floor(tonumber(data.expiration))) or nil
    forward('ban', data.actionId, target, data.author, data.reason, { expires_at = expires_at })
end)

AddEventHandler('txAdmin:events:playerKicked', function(data)
    -- -1 is a kick of all players, for example before a restart. It is not forwarded.
    if tonumber(data.target) == -1 then return end
    forward('kick', kick_id(data.target), person_of(data.target), data.author, data.reason)
end)

AddEventHandler('txAdmin:events:actionRevoked', function(data)
    if data.actionType ~= 'warn' and data.actionType ~= 'ban' then return end
    local target = person_with(data.playerName or 'a player', data.playerIds)
    forward('revoke', data.actionId .. ':revoked', target, data.revokedBy, data.actionReason, {
        action = data.actionId,
        of = data.actionType,
    })
end)

-- Start --------------------------------------------------------------------------------------------------------------

local stored = GetResourceKvpString(STORED_QUEUE)
if stored then queue = json.decode(stored) or {} end
for _, net_id in ipairs(GetPlayers()) do person_of(net_id) end

local _, problem = settings()
log(problem or (#queue == 0 and 'ready' or ('ready, %d waiting'):format(#queue)))
send_next()
