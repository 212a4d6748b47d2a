-- Forwards warnings, kicks, bans and revocations in txAdmin to the community website, which adds each to the player
-- record. Events that the site has not accepted yet wait in a queue, which is kept during a restart. They are sent again
-- with longer and longer pauses. README.md explains how to set it up.
--
-- The events of txAdmin: https://github.com/tabarra/txAdmin/blob/master/docs/events.md

local ENDPOINT = '/api/ingest/actions'
local STORED_QUEUE = 'queue'
local STORED_KEY = 'server'
--- Seconds until an event is sent again, after the first failure, the second and so on. The last one is for all others.
local PAUSES = { 5, 15, 60, 300 }
--- The maximum length of the queue. If the site is down for days, the oldest events are given up.
local MOST_WAITING = 500
--- An event is given up after the site failed at it this many times, in about forty minutes, because others wait for it.
local MOST_FAILURES = 12
--- The statuses of a site that is down or busy. They are not counted as failures of an event.
local AWAY = { [0] = true, [429] = true, [502] = true, [503] = true, [504] = true }
--- How long a player who left is remembered, in milliseconds. The event of a kick may come after the player has left.
local REMEMBERED_FOR = 60000

local function say(text)
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
local SENT = { license = true, license2 = true, steam = true, fivem = true, live = true, xbl = true }

--- The identifiers that are sent. Nil if there is none.
local function sent_of(identifiers)
    local sent = {}
    for _, identifier in ipairs(identifiers or {}) do
        local kind = tostring(identifier):match('^(%w+):')
        if kind and SENT[kind] then sent[#sent + 1] = tostring(identifier) end
    end
    return #sent > 0 and sent or nil
end

--- A person with the name and the identifiers from txAdmin or the game.
local function person_with(name, identifiers)
    return { name = name, discord = discord_of(identifiers), identifiers = sent_of(identifiers) }
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
    local left = people[key]
    SetTimeout(REMEMBERED_FOR, function()
        if people[key] == left then people[key] = nil end
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
--- How often the site failed at the first event of the queue.
local failed_at_first = 0
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

--- The setup is wrong. Keeps all events and tries again after a pause, so that somebody can fix the setup.
local function wait_for_setup(problem)
    say(('%d waiting: %s'):format(#queue, problem))
    send_later(PAUSES[#PAUSES])
end

local function retry(status)
    failures = failures + 1
    local pause = PAUSES[math.min(failures, #PAUSES)]
    say(('the site did not take it (%s); %d waiting, again in %d s'):format(status, #queue, pause))
    send_later(pause)
end

local function drop()
    table.remove(queue, 1)
    failures = 0
    failed_at_first = 0
    store()
    send_next()
end

--- The error message in the site's response. It is short and contains no secret.
local function problem_in(body)
    local ok, answer = pcall(json.decode, body or '')
    if not ok or type(answer) ~= 'table' or type(answer.error) ~= 'table' then return 'no reason given' end
    for field, why in pairs(answer.error.fields or {}) do
        return field .. ': ' .. why
    end
    return tostring(answer.error.message)
end

local function heard(event, status, body)
    is_sending = false
    if status == 200 then
        drop()
    elseif status == 401 then
        wait_for_setup('the site does not know the token (revoked?)')
    elseif status == 400 or status == 403 or status == 404 or status == 409 or status == 413
        or status == 415 then
        -- The site would refuse it again.
        say(('the site refused %s %s: %s'):format(event.kind, event.id, problem_in(body)))
        drop()
    elseif status >= 300 and status < 400 then
        wait_for_setup(('the site is at another address now (%d): fix site_actions_url'):format(status))
    elseif not AWAY[status] and failed_at_first + 1 >= MOST_FAILURES then
        local target = event.target
        local who = target.discordId and 'discord:' .. target.discordId or target.identifiers[1]
        say(('gave up %s %s of %s (%s): the site failed at it %d times (%d). Log it there by hand'):format(
            event.kind, event.id, target.name, who, MOST_FAILURES, status))
        drop()
    else
        if not AWAY[status] then failed_at_first = failed_at_first + 1 end
        retry(status == 0 and 'no answer' or tostring(status))
    end
end

function send_next()
    local event = queue[1]
    if not event or is_sending then return end
    local to, problem = settings()
    if not to then return wait_for_setup(problem) end
    is_sending = true
    -- No redirects: the token is only for this site.
    PerformHttpRequest(to.url .. ENDPOINT, function(status, body, _, error_body)
        heard(event, tonumber(status) or 0, body or (error_body and error_body:match('{.*}')))
    end, 'POST', json.encode(event), {
        ['Content-Type'] = 'application/json',
        ['Authorization'] = 'Bearer ' .. to.token,
    }, { followLocation = false })
end

local function enqueue(event)
    queue[#queue + 1] = event
    if #queue > MOST_WAITING then
        table.remove(queue, is_sending and 2 or 1)
        say('more than ' .. MOST_WAITING .. ' are waiting: the oldest was given up')
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
        return say(('%s %s was not forwarded: %s has no identifier'):format(
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
say(problem or (#queue == 0 and 'ready' or ('ready, %d waiting'):format(#queue)))
send_next()
