import { expect, it } from 'vitest'
import { isPublicAddress } from './public-address.ts'

it.each([
  '1.1.1.1',
  '8.8.8.8',
  '162.159.133.233',
  '172.15.255.255',
  '172.32.0.1',
  '2606:4700::6812:1',
  '2001:4860:4860::8888',
])('%s is a public address', (ip) => expect(isPublicAddress(ip)).toBe(true))

it.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.8.8.8',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  'ff02::1',
  '2001:db8::1',
  '2001::1',
  '2002:7f00:1::1',
  'localhost',
  '',
])('%s is not a public address', (ip) => expect(isPublicAddress(ip)).toBe(false))
