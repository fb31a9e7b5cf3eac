// Jade Rapids: polished jade, red lacquer and old bronze in the mist of a gorge; the light comes from above right.

import type { Light, Material } from '#games/art/drawing.ts'

export const light: Light = { x: 0.5, y: -0.85 }
export const shadow = '#01110f'

const deep = '#04201e'

export const jade: Material = {
  fill: ['#eaffdf', '#8fe8a8', '#2f9c6c', '#0f5a4a'],
  rim: '#ffffff',
  shade: '#063a33',
  outline: deep,
}
export const lacquer: Material = {
  fill: ['#ff9a7a', '#d9362c', '#7c0f1c'],
  rim: '#ffd6c0',
  shade: '#46060f',
  outline: '#26030a',
}
export const bronze: Material = {
  fill: ['#f4e6a8', '#b9924a', '#5f4a26', '#8fae7c'],
  rim: '#fff8d8',
  shade: '#2c2412',
  outline: '#171206',
}
export const gold: Material = {
  fill: ['#fff7c4', '#f3c64a', '#a86a14', '#ffe08a'],
  rim: '#ffffff',
  shade: '#5c3606',
  outline: '#2e1a02',
}
export const plume: Material = {
  fill: ['#ffffff', '#f2f7f4', '#b9cfd0'],
  rim: '#ffffff',
  shade: '#6f8f94',
  outline: '#16302f',
}
export const ink: Material = {
  fill: ['#5f7480', '#26323c', '#0a1116'],
  rim: '#b8d4d8',
  shade: '#04070a',
  outline: '#020406',
}
export const lotus: Material = {
  fill: ['#ffffff', '#ffc9dc', '#f07aa8', '#b83a78'],
  rim: '#ffffff',
  shade: '#7c1a52',
  outline: '#4a0c34',
}
export const maple: Material = {
  fill: ['#ffd47a', '#f2662c', '#b01e22'],
  rim: '#fff0c8',
  shade: '#640c16',
  outline: '#34060c',
}
export const stone: Material = {
  fill: ['#e8f0ec', '#8fa6a4', '#41585c'],
  rim: '#ffffff',
  shade: '#1e3034',
  body: 'round',
  outline: '#0a1a1c',
}
export const bamboo: Material = {
  fill: ['#e9f79a', '#9cc43c', '#4a7a1c'],
  rim: '#fbffd8',
  shade: '#23480c',
  outline: '#12260a',
}
export const water: Material = {
  fill: ['#f2ffff', '#7fe0e0', '#1f8fa8', '#0c4a72'],
  rim: '#ffffff',
  shade: '#06304f',
  outline: '#031c30',
}
