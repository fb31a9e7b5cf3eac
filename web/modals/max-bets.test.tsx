import { Dialog } from '@base-ui/react/dialog'
import { expect, test } from 'vitest'
import { textOf } from '#tests/setup/markup.tsx'
import { modal } from './max-bets.tsx'

// Shows: 9.12.1
test('the maximum stake is shown with its currency, and an invalid value shows no amount', () => {
  const shown = (value: string) =>
    textOf(
      <Dialog.Root open>
        <modal.View value={value} />
      </Dialog.Root>,
    )
  expect(shown('500-EUR')).toContain('€5.00')
  expect(shown('5000000-USDT')).toContain('5 USDT')
  expect(shown('true')).not.toMatch(/\d/)
})
