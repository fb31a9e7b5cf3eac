import { expect, test } from 'vitest'
import { views } from '#tests/setup/hook.tsx'
import { label } from '../labels.ts'
import { Difference } from './difference.tsx'
import { Texts } from './texts.tsx'

const show = views()

test('of changed texts, what goes and what comes is marked, with one unchanged line around it', async () => {
  const page = await show(
    <Difference
      before={{ title: 'Help', body: ['One', 'Two', 'Three', 'Four'], kept: 'Same', old: 'Gone' }}
      after={{ title: 'Help', body: ['One', 'Two', '3', 'Four'], kept: 'Same' }}
    />,
  )
  expect(page.text).toBe('body Two Three 3 Four old Gone')
  for (const [name, text] of [
    ['del', 'Three'],
    ['ins', '3'],
    ['del', 'Gone'],
    ['li', 'Two'],
  ] as const)
    expect(page.find(text).localName, text).toBe(name)
})

test('texts that are the same are said to be', async () => {
  const page = await show(<Difference before={{ title: 'Help' }} after={{ title: 'Help' }} />)
  expect(page.text).toBe(label('content.noDifference'))
})

test('below a text is the English one, unless it is the same', async () => {
  const hint = (text: string) => label('content.english', { text })
  const page = await show(
    <Texts
      value={{ title: 'Hilfe', code: 'RTP' }}
      english={{ title: 'Help', code: 'RTP' }}
      faults={[]}
      isReadOnly={false}
      onChange={() => {}}
    />,
  )
  expect(page.text).toContain(hint('Help'))
  expect(page.text).not.toContain(hint('RTP'))
})
