import { expect, test } from 'vitest'
import { Busy, Slots } from './slots.ts'

// Shows: ASVS 15.2.2
test('of a hundred concurrent tasks two run at a time, in order, and those beyond the queue are refused', async () => {
  const slots = new Slots(2, 50)
  let atWork = 0
  let most = 0
  const order: number[] = []
  const answers = await Promise.allSettled(
    Array.from({ length: 100 }, (_, index) =>
      slots.run(async () => {
        most = Math.max(most, ++atWork)
        order.push(index)
        await new Promise((resolve) => setImmediate(resolve))
        atWork--
      }),
    ),
  )
  expect(most).toBe(2)
  expect(order).toEqual(Array.from({ length: 52 }, (_, index) => index))
  expect(answers.filter((answer) => answer.status === 'rejected' && answer.reason instanceof Busy)).toHaveLength(48)
})

test('a slot is released exactly once, even if the task fails', async () => {
  const slots = new Slots(1, 10)
  await expect(slots.run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  const giveBack = await slots.take()
  giveBack()
  giveBack()
  const first = await slots.take()
  let isSecondIn = false
  const second = slots.take().then((release) => {
    isSecondIn = true
    return release
  })
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
  expect(isSecondIn).toBe(false)
  first()
  ;(await second)()
})
