import { expect, test } from 'vitest'
import { classesOf } from './css-types.ts'

test('exactly the classes of a style sheet are declared, at any nesting', () => {
  const sheet = '.b { color: red } @media (width > 1px) { .a:hover > .c-d { margin: 0 } } [data-x] .b { width: 1px }'
  expect(classesOf(Buffer.from(sheet), 'sheet.module.css')).toEqual(['a', 'b', 'c-d'])
})

test('a style sheet that does not parse is refused', () => {
  expect(() => classesOf(Buffer.from('.a { color: }}'), 'sheet.module.css')).toThrow()
})
