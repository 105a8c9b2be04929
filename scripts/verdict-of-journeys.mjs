// A reporter of Playwright: see verdict.mjs.
import { basename } from 'node:path'
import { writeVerdict } from './verdict.mjs'

export default class {
  tests = []
  failures = []

  onBegin(_config, suite) {
    this.tests = suite.allTests()
  }

  onError(error) {
    this.failures.push({ name: 'outside of the journeys', isTest: false, errors: [error] })
  }

  onEnd() {
    const failed = this.tests.filter((test) => test.outcome() === 'unexpected')
    writeVerdict({
      passed: this.tests.filter((test) => test.outcome() === 'expected').length,
      failures: [
        ...failed.map((test) => ({
          file: basename(test.location.file),
          name: test.title,
          isTest: true,
          errors: test.results.flatMap(({ errors }) => errors),
        })),
        ...this.failures,
      ],
    })
  }
}
