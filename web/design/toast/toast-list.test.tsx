import { expect, test } from 'vitest'
import { markupOf } from '#tests/setup/markup.tsx'
import ToastList from './toast-list.tsx'

// Shows: 3.9.1
test.each([
  ['success', 'status'],
  ['error', 'alert'],
  ['warning', 'status'],
  ['info', 'status'],
] as const)('an alert of the type %s shows its type, title and description, and is announced as %s', (type, role) => {
  const toast = { id: 1, type, title: 'Deposit', isLeaving: false }
  const shown = (description?: string) => markupOf(<ToastList toasts={[{ ...toast, description }]} />)
  const full = shown('It is in your balance.')
  expect(full).toMatch(new RegExp(`data-tone="${type}"[^>]*role="${role}"`))
  expect(full).toContain('<strong>Deposit</strong><p>It is in your balance.</p>')
  expect(shown()).toContain('<strong>Deposit</strong></div>')
})
