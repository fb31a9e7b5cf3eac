import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { plantedBugs } from './planted-bugs/bugs.ts'
import { apply, copySource, root } from './planted-bugs/copy.ts'
import { equivalents } from './planted-bugs/equivalent.ts'
import { allMutants, isEquivalent } from './planted-bugs/mutants.ts'
import { places } from './planted-bugs/place.ts'
import { longTest, test } from '#tests/setup/length.ts'

test.each(plantedBugs)('the source text of this planted bug still exists: $name', ({ edits, tests }) => {
  for (const edit of edits)
    expect(apply(readFileSync(join(root, edit.file), 'utf8'), edit)).not.toBe(
      readFileSync(join(root, edit.file), 'utf8'),
    )
  for (const each of tests) expect(existsSync(join(root, each))).toBe(true)
})

test('there are at least forty planted bugs', () => {
  expect(plantedBugs.length).toBeGreaterThanOrEqual(40)
})

test.each(equivalents)('the source text of this equivalent mutation still exists: $file $within', (each) => {
  expect(places(readFileSync(join(root, each.file), 'utf8'), each.within)).toHaveLength(1)
  for (const rule of each.rules)
    expect(allMutants().some((mutant) => isEquivalent(mutant, [{ ...each, rules: [rule] }]))).toBe(true)
})

longTest('each bug is judged separately: the previous one is reverted, whether it was detected or not', async () => {
  const copy = copySource()
  onTestFinished(() => copy.remove())
  const judge = async (from: string, to: string) =>
    (await copy.judge(from ? [{ file: 'contract/money.ts', from, to }] : [], ['contract/money.test.ts'])).isCaught
  const bug = ['if (!Number.isSafeInteger', 'if (Number.isSafeInteger'] as const
  const verdicts = [
    await judge('', ''),
    await judge(...bug),
    await judge('', ''),
    await judge('no place like this', '').catch(() => 'refused'),
    await judge(...bug),
  ]
  expect(verdicts).toEqual([false, true, false, 'refused', true])
})
