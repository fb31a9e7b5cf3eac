import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BonusResult, BonusStatus, BonusTrigger, BonusType } from '#contract/bonuses.ts'
import { PlayerStatus } from '#contract/identity.ts'
import { LimitDefinition, limitKindNames, limitKinds } from '#contract/limit-kinds.ts'
import { InvoiceStatus, InvoiceType } from '#contract/payments.ts'
import { QuestState } from '#contract/quests.ts'
import { DocumentStatus } from '#contract/verification.ts'
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
    ...Object.fromEntries(
      limitKindNames
        .filter((kind) => limitKinds[kind].isOnPlay)
        .map((kind) => [
          `limits.${kind.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`,
          limitKinds[kind].definition,
        ]),
    ),
  })
})

/** Columns whose numbers have names, and a comparison of one with a bare number. */
const columns = 'status|state|result|definition|type|trigger|expires_as|source|target'
const bare = new RegExp(String.raw`\b(?:${columns})\b *(?:=|<>|!=|:=|<=?|>=?|(?:NOT )?IN \(|BETWEEN|WHEN) *\d\b.*`, 'g')

test('functions of the database use names for the numbers of statuses, results, definitions and accounts', () => {
  expect(files.flatMap(({ name, sql }) => (sql.match(bare) ?? []).map((found) => `${name}: ${found}`))).toEqual([])
})

/** Interpolated from the contract into the text of the query, so that partial indexes are used as with the number. */
test('queries in TypeScript use names for the numbers of statuses, types, results, states and definitions', () => {
  const root = join(import.meta.dirname, '../../..')
  const found = ['server', 'games/studio', 'scripts'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .flatMap((file) => {
        const texts = readFileSync(join(root, folder, file), 'utf8').match(/`[^`]*`|'[^'\n]*'|"[^"\n]*"/g) ?? []
        const queries = texts.filter((text) => /\b(?:SELECT|UPDATE|INSERT|DELETE|WHERE|FILTER|AND|OR)\b/.test(text))
        return queries.flatMap((text) => text.match(bare) ?? []).map((each) => `${folder}/${file}: ${each}`)
      }),
  )
  expect(found).toEqual([])
})

/**
 * An index, a check or a view of the schema cannot use the functions of 01-names.sql, which are dropped and made again
 * when they change. The numbers are named above their column instead.
 */
test('each numbered column of the schema has a comment with the names of the contract', () => {
  const named: Record<string, Record<string, number>> = {
    'identity.players.status': PlayerStatus,
    'verification.documents.status': DocumentStatus,
    'wallet.accounts.status': AccountStatus,
    'limits.limits.definition': {
      ...LimitDefinition,
      ...Object.fromEntries(limitKindNames.map((kind) => [kind, limitKinds[kind].definition])),
    },
    'bonuses.player_bonuses.type': BonusType,
    'bonuses.player_bonuses.status': BonusStatus,
    'bonuses.player_bonuses.result': BonusResult,
    'bonuses.player_freespins.status': BonusStatus,
    'bonuses.player_freespins.result': BonusResult,
    'bonuses.player_codes.trigger': BonusTrigger,
    'payments.invoices.type': InvoiceType,
    'payments.invoices.status': InvoiceStatus,
    'rewards.player_quests.state': QuestState,
    'rewards.player_quests.expires_as': QuestState,
  }
  const schema = join(import.meta.dirname, 'schema')
  const seen: string[] = []
  for (const file of readdirSync(schema)) {
    for (const [, table, body] of readFileSync(join(schema, file), 'utf8').matchAll(
      /^CREATE TABLE ([\w.]+) \(\n([\s\S]*?)^\)/gm,
    )) {
      const lines = body!.split('\n')
      for (const [index, line] of lines.entries()) {
        const column = new RegExp(`^ {2}(${columns}) smallint (.*)$`).exec(line)
        if (!column) continue
        const name = `${table}.${column[1]}`
        seen.push(name)
        const comment = [...lines[index - 1]!.matchAll(/(\d) (\w+)/g)].map(([, number, word]) => [word, Number(number)])
        expect(named[name], name).toMatchObject(Object.fromEntries(comment))
        if (/\w > 0\)/.test(column[2]!)) continue
        const [, from, to] = /BETWEEN (\d) AND (\d)/.exec(column[2]!) ?? []
        const allowed = from
          ? Array.from({ length: Number(to) - Number(from) + 1 }, (_, each) => Number(from) + each)
          : /IN \(([\d, ]+)\)/.exec(column[2]!)![1]!.split(', ').map(Number)
        expect(
          comment.map(([, number]) => number),
          name,
        ).toEqual(allowed)
      }
    }
  }
  expect(seen.sort()).toEqual(Object.keys(named).sort())
})
