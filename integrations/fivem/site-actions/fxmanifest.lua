fx_version 'cerulean'
game 'gta5'
lua54 'yes'

name 'site-actions'
description 'Forwards txAdmin warnings, kicks and bans to the community website'
version '1.1.0'

server_script 'server.lua'
