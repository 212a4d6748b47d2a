import { describe, expect, it } from 'vitest'
import { UnreadableSource } from './entry-rules.ts'
import { readPsMdt } from './psmdt-rules.ts'

const HEADER = 'statute,title,class,fine,fine_max,jail,jail_max,notes'
const rowsOf = (text: string) => readPsMdt(text).csv.split('\n').slice(1)

describe('The SQL file of ps-mdt', () => {
  const sql = `
    CREATE TABLE \`mdt_penal_codes\` (\`code\` varchar(20) NOT NULL) ENGINE=InnoDB;
    INSERT INTO \`mdt_other\` (\`code\`) VALUES ('X');
    -- The law; INSERT nothing here (
    INSERT INTO \`mdt_penal_codes\` (\`code\`, \`label\`, \`charge_class\`, \`months\`, \`fine\`, \`color\`, \`description\`) VALUES
    ('P.C. 1','Assault; simple','misdemeanor',7,500,'green','Don''t hit, (ever)'),
    /* a comment */ ('P.C. 2','It\\'s theft','felony',NULL,1250,'red','Two\\nlines')
    ON DUPLICATE KEY UPDATE \`fine\` = VALUES(\`fine\`);
    INSERT IGNORE INTO mdt_penal_codes VALUES ('P.C. 3', "Speeding", 'infraction', 0, 50, 'green', '');`

  it('the inserted rows are read', () => {
    expect(readPsMdt(sql)).toEqual({
      source: 'ps-mdt',
      version: null,
      list: 'penal-codes',
      csv: [
        HEADER,
        `P.C. 1,Assault; simple,Misdemeanor,500,,7,,"Don't hit, (ever)"`.replace(
          'Assault; simple',
          '"Assault; simple"',
        ),
        `P.C. 2,It's theft,Felony,1250,,,,"Two\nlines"`,
        'P.C. 3,Speeding,Infraction,50,,0,,',
      ].join('\n'),
      rows: 3,
      unreadable: [],
      unknownFields: [],
    })
  })

  it('the rows before a truncation are read', () => {
    expect(rowsOf(sql.slice(0, sql.indexOf('theft')))).toEqual([
      `P.C. 1,"Assault; simple",Misdemeanor,500,,7,,"Don't hit, (ever)"`,
    ])
  })
})

describe('The Lua file of older versions of ps-mdt', () => {
  const lua = `
    Config = {}
    Config.PenalCodeTitles = { [1] = 'PERSONS' }
    --[[ the law, in a long
         comment with { and ' in it ]]
    Config.PenalCode = {
      [1] = {
        [1] = {title = 'Assault', class = 'Misdemeanor', id = 'P.C. 1001', months = 7, fine = 500, color = 'green', description = 'Don\\'t {hit}'},
        -- [2] = {title = 'Gone', id = 'P.C. 1'},
        [3] = {title = "Murder", ["class"] = 'Felony', id = 'P.C. 1003', months = 60 * 2, fine = getFine(3, {4}), description = [[Long
text]]},
        { title = 'Without a number', class = nil, months = 1; fine = 2 },
        { id = 'P.C. 1005' },
      },
    }
    Config.Other = { { title = 'No charge', id = 'X' } }`

  it('the charges are read without running code', () => {
    const { csv, rows, unreadable } = readPsMdt(lua)
    expect(csv).toBe(
      [
        HEADER,
        `P.C. 1001,Assault,Misdemeanor,500,,7,,Don't {hit}`,
        'P.C. 1003,Murder,Felony,,,,,"Long\ntext"',
        'Without a number,Without a number,,2,,1,,',
      ].join('\n'),
    )
    expect([rows, unreadable]).toEqual([3, [{ id: 'P.C. 1005', message: 'It has no title.' }]])
  })

  it.each(['}', '"', '[[', '--[[', "'", '\\', '{'.repeat(5000)])(
    'a file broken by %j is read without an exception',
    (sign) => {
      const broken = lua.replace('Murder', `Murder" ${sign}`)
      expect(rowsOf(broken)[0]).toBe(`P.C. 1001,Assault,Misdemeanor,500,,7,,Don't {hit}`)
    },
  )

  it.each(['', 'Config.PenalCode = {', 'Config.PenalCode = {}', 'INSERT INTO mdt_penal_codes'])(
    'a file without a charge is refused: %s',
    (text) => {
      expect(() => readPsMdt(text)).toThrow(UnreadableSource)
    },
  )
})
