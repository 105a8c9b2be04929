import { expect, test } from 'vitest'
import { readOptions } from './config.ts'

test('arguments win over the environment, and both over what is usual', () => {
  expect(readOptions([], {})).toMatchObject({
    devices: 60,
    scenario: 'calm-day',
    user: 'admin',
    dataDir: './data',
  })
  expect(readOptions([], { SIM_TOKEN: 'a', DATA_DIR: '/d' })).toMatchObject({ token: 'a', dataDir: '/d' })
  expect(
    readOptions(['--token', 'b', '--devices', '5000', '--scenario', 'heat-wave'], { SIM_TOKEN: 'a' }),
  ).toMatchObject({
    token: 'b',
    devices: 5_000,
    scenario: 'heat-wave',
  })
})

test.each([
  [['--devices', 'many'], '--devices must be a whole number from 1 to 100000, not "many".'],
  [
    ['--kinds', 'portable,bike'],
    '--kinds must list portable, microInverter, cabinet, battery, not "portable,bike".',
  ],
  [['--devices', '0'], '--devices must be a whole number from 1 to 100000, not "0".'],
  [['--scenario', 'storm'], '--scenario must be one of calm-day,'],
  [['--url', 'localhost'], '--url must be an address that begins with http:// or https://, not "localhost".'],
  [['--mqtt', 'http://x'], '--mqtt must be an address that begins with mqtt:// or mqtts://, not "http://x".'],
  [['--upload', 'yes'], '--upload must be on or off, not "yes".'],
  [
    ['--command-trouble', 'bad'],
    '--command-trouble must be one of silent, late, wrong-id, double, refuse, lie, vanish, mixed, not "bad".',
  ],
  [['--upgrade-trouble', 'lies:60,alarm:50'], '--upgrade-trouble must be mixed, or of refuses,'],
  [
    ['--log-trouble', 'bad'],
    '--log-trouble must be one of none, empty, too-big, breaks-off, never, not "bad".',
  ],
  [['--colour', 'red'], "Unknown option '--colour'; --help tells which there are."],
])('%j is answered in one sentence', (args, sentence) => {
  expect(() => readOptions(args, {})).toThrow(sentence)
})

test('troubles with upgrades come with their shares of the fleet', () => {
  const read = (text: string) => readOptions(['--upgrade-trouble', text], {}).upgradeTroubles
  expect(readOptions([], {}).upgradeTroubles).toEqual([])
  expect(read('lies')).toEqual([{ kind: 'lies', share: 1 }])
  expect(read('refuses:30,never-back:2.5')).toEqual([
    { kind: 'refuses', share: 0.3 },
    { kind: 'never-back', share: 0.025 },
  ])
  expect(read('mixed').reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(0.5)
})
