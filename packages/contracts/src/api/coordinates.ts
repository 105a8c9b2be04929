/** WGS-84: what devices and this platform speak. GCJ-02: what map services of mainland China speak, shifted by up to 700 m. */
export interface Place {
  readonly longitude: number
  readonly latitude: number
}

const semiMajorAxisM = 6_378_245
const eccentricity = 0.006_693_421_622_965_943

const sin = (value: number) => Math.sin(value * Math.PI)

/** Outside of this box both are the same. */
const isShifted = ({ longitude, latitude }: Place): boolean =>
  longitude > 72.004 && longitude < 137.8347 && latitude > 0.8293 && latitude < 55.8271

function shiftOf({ longitude, latitude }: Place): Place {
  const x = longitude - 105
  const y = latitude - 35
  const waves = (20 * sin(6 * x) + 20 * sin(2 * x)) * (2 / 3)
  const north =
    -100 +
    2 * x +
    3 * y +
    0.2 * y * y +
    0.1 * x * y +
    0.2 * Math.sqrt(Math.abs(x)) +
    waves +
    (20 * sin(y) + 40 * sin(y / 3)) * (2 / 3) +
    (160 * sin(y / 12) + 320 * sin(y / 30)) * (2 / 3)
  const east =
    300 +
    x +
    2 * y +
    0.1 * x * x +
    0.1 * x * y +
    0.1 * Math.sqrt(Math.abs(x)) +
    waves +
    (20 * sin(x) + 40 * sin(x / 3)) * (2 / 3) +
    (150 * sin(x / 12) + 300 * sin(x / 30)) * (2 / 3)
  const phi = (latitude / 180) * Math.PI
  const magic = 1 - eccentricity * Math.sin(phi) ** 2
  const metresNorth = (semiMajorAxisM * (1 - eccentricity)) / (magic * Math.sqrt(magic))
  const metresEast = (semiMajorAxisM / Math.sqrt(magic)) * Math.cos(phi)
  return {
    latitude: (north * 180) / (metresNorth * Math.PI),
    longitude: (east * 180) / (metresEast * Math.PI),
  }
}

export function gcj02Of(place: Place): Place {
  if (!isShifted(place)) return place
  const shift = shiftOf(place)
  return { longitude: place.longitude + shift.longitude, latitude: place.latitude + shift.latitude }
}

/** There is no formula backwards: the place is searched whose shifted one this is, to within a centimetre. */
export function wgs84Of(shifted: Place): Place {
  let place = shifted
  for (let step = 0; step < 5; step += 1) {
    const there = gcj02Of(place)
    place = {
      longitude: place.longitude + shifted.longitude - there.longitude,
      latitude: place.latitude + shifted.latitude - there.latitude,
    }
  }
  return place
}
