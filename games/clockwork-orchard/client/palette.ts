// Clockwork Orchard: enamel and polished brass in the green dusk of a glasshouse, lit by a tall window on the upper left.

import type { Light, Material } from '#games/art/drawing.ts'

export const light: Light = { x: -0.6, y: -0.75 }
export const shadow = '#04140f'

const soot = '#1d0f0a'

export const brass: Material = {
  fill: ['#fff2c2', '#e2a94a', '#8a5220', '#c98f3d'],
  rim: '#fffbe6',
  shade: '#45220c',
  outline: soot,
}
export const copper: Material = {
  fill: ['#ffd9bd', '#dd8150', '#7c351d'],
  rim: '#fff0e2',
  shade: '#3d140b',
  outline: soot,
}
export const steel: Material = {
  fill: ['#ffffff', '#a9bcc4', '#4d626e', '#8fa4ad'],
  rim: '#ffffff',
  shade: '#1c2c36',
  outline: '#0c181e',
}
export const red: Material = {
  fill: ['#ff9d86', '#e5383b', '#8c0f27'],
  rim: '#ffe3da',
  shade: '#4a0418',
  body: 'round',
  outline: '#230309',
}
export const green: Material = {
  fill: ['#f0ffb0', '#9bd143', '#33791f'],
  rim: '#fbffe0',
  shade: '#123d14',
  body: 'round',
  outline: '#081c0c',
}
export const plum: Material = {
  fill: ['#e6b3ff', '#8b42d6', '#3a1178'],
  rim: '#fbeaff',
  shade: '#1d0646',
  body: 'round',
  outline: '#10032a',
}
export const orange: Material = {
  fill: ['#ffe29a', '#ff9d2e', '#c24a0e'],
  rim: '#fff6da',
  shade: '#6b1e05',
  body: 'round',
  outline: '#2b0d05',
}
export const leaf: Material = {
  fill: ['#d9ffb5', '#5fc25a', '#136047'],
  rim: '#ffffff',
  shade: '#073227',
  outline: '#04180f',
}
export const glass: Material = {
  fill: ['#e9fffb', '#8fe3dd/.85', '#2a8f96/.8'],
  rim: '#ffffff',
  shade: '#0c4852',
  outline: '#062025',
}
export const ivory: Material = {
  fill: ['#fffdf2', '#f3e3bd', '#c9a96a'],
  rim: '#ffffff',
  shade: '#7d5a2c',
  outline: soot,
}
