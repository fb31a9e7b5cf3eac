import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BonusResult, BonusStatus } from '#contract/bonuses.ts'
import { PlayerStatus } from '#contract/identity.ts'
import { AdditionalLimitDefinition, LimitDefinition } from '#contract/limits.ts'
import { AccountStatus } from '#contract/wallet.ts'
import { ownAccount } from '../../ledger/prepare.ts'

const folder = join(import.meta.dirname, 'functions')
const files = readdirSync(folder).map((name) => ({
  name,
  sql: readFileSync(join(folder, name), 'utf8').replaceAll(/--.*/g, ''),
}))

test('constants in functions of the database have the same numbers as in the contract', () => {
  const { sql } = files.find(({ name }) => name === '01-names.sql')!
  const named = [...sql.matchAll(/CREATE FUNCTION ([\w.]+)\(\) .* AS 'SELECT (\d+)'/g)]
  expect(Object.fromEntries(named.map(([, name, number]) => [name, Number(number)]))).toEqual({
    'ledger.own_cash': Number(ownAccount.cash),
    'ledger.own_bonus': Number(ownAccount.bonus),
    'ledger.own_held': Number(ownAccount.held),
    'ledger.own_vault': Number(ownAccount.vault),
    'identity.active': PlayerStatus.active,
    'identity.limited': PlayerStatus.limited,
    'wallet.inactive': AccountStatus.inactive,
    'wallet.hidden': AccountStatus.hidden,
    'bonuses.active': BonusStatus.active,
    'bonuses.finished': BonusStatus.finished,
    'bonuses.running': BonusResult.running,
    'bonuses.played': BonusResult.played,
    'limits.bet': LimitDefinition.bet,
    'limits.loss': LimitDefinition.loss,
    'limits.play_time': AdditionalLimitDefinition.playTime,
    'limits.stake': AdditionalLimitDefinition.stake,
  })
})

test('functions of the database use names for the numbers of statuses, results, definitions and accounts', () => {
  const bare = /\b(?:status|result|definition|source|target)\b(?: *(?:=|<>|:=|[<>]=?|(?:NOT )?IN \() *| WHEN )\d.*/g
  expect(files.flatMap(({ name, sql }) => (sql.match(bare) ?? []).map((found) => `${name}: ${found}`))).toEqual([])
})
