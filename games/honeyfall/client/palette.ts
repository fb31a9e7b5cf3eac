// Honeyfall: amber and wax in the low sun of a summer evening; the light comes from above left and shines through.

import type { Light, Material } from '#games/art/drawing.ts'

export const light: Light = { x: -0.55, y: -0.8 }
export const shadow = '#1c1003'

const umber = '#3a1f06'

export const honey: Material = {
  fill: ['#fff3ae', '#ffc32b', '#e8860c', '#b4560a'],
  rim: '#fffbe0',
  shade: '#7c3504',
  outline: umber,
}
export const wax: Material = {
  fill: ['#fff0c0', '#f4c867', '#c98c2c'],
  rim: '#fffbe6',
  shade: '#7d4c10',
  outline: umber,
}
export const straw: Material = {
  fill: ['#ffe9a8', '#dea94a', '#96611c'],
  rim: '#fff6d4',
  shade: '#5a340a',
  outline: umber,
}
export const velvet: Material = {
  fill: ['#7a5230', '#3d2410', '#1a0d05'],
  rim: '#d9a45c',
  shade: '#0d0602',
  outline: '#120903',
}
export const eye: Material = {
  fill: ['#ffb64a', '#8a3a0c', '#2c0f04'],
  rim: '#ffe2a0',
  shade: '#140602',
  outline: '#0d0502',
}
export const wing: Material = {
  fill: ['#ffffff/.95', '#dff4ff/.8', '#9fc9e6/.65'],
  rim: '#ffffff',
  shade: '#6d97b8',
  outline: '#4d6f8c',
}
export const gold: Material = {
  fill: ['#fff8c8', '#ffd34d', '#d98c14', '#ffdf7a'],
  rim: '#ffffff',
  shade: '#8a4c06',
  outline: umber,
}
export const wood: Material = {
  fill: ['#e9b478', '#a86a36', '#5f3315'],
  rim: '#ffe0b4',
  shade: '#361a08',
  outline: '#241004',
}
export const linen: Material = {
  fill: ['#ffffff', '#f7ead2', '#d9bf98'],
  rim: '#ffffff',
  shade: '#a07f50',
  outline: '#5b3c18',
}
export const leaf: Material = {
  fill: ['#d3f28a', '#5fae3a', '#1f6a2c'],
  rim: '#f2ffd0',
  shade: '#0d4018',
  outline: '#0c3314',
}
export const petalWhite: Material = {
  fill: ['#ffffff', '#fdf6ff', '#d5d3ee'],
  rim: '#ffffff',
  shade: '#9a93c4',
  outline: '#4f4a7c',
}
export const petalSun: Material = {
  fill: ['#fff27a', '#ffb91e', '#e8770c'],
  rim: '#fffbd0',
  shade: '#a04a06',
  outline: '#6b2f05',
}
export const petalViolet: Material = {
  fill: ['#e6ccff', '#a06be0', '#5b2fa8'],
  rim: '#f8edff',
  shade: '#34136e',
  outline: '#260c52',
}
export const petalPink: Material = {
  fill: ['#ffd9ee', '#f279b4', '#b8387c'],
  rim: '#fff2fa',
  shade: '#761650',
  outline: '#560f3a',
}
