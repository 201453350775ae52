// Checks a proof of fair dealing in the reader's own browser: no server is asked.
// Plain HTTP offers no WebCrypto, so SHA-256 is here (FIPS 180-4), and HMAC (RFC 2104).
// The algorithm is in docs/dealing.md; DealVerifier.verify(proof) is all that a page needs.
"use strict";

const DealVerifier = (() => {
  const TAG = "sealed deal set, algorithm 1\n";
  const MOST_BOARDS = 10000;
  const RANKS = "AKQJT98765432";
  const utf8 = (text) => new TextEncoder().encode(text);

  // --- SHA-256 and HMAC --------------------------------------------------------------------

  const isPrime = (n) => {
    for (let d = 2; d * d <= n; d += 1) if (n % d === 0) return false;
    return true;
  };
  const primes = [];
  for (let n = 2; primes.length < 64; n += 1) if (isPrime(n)) primes.push(n);

  // The first 32 bits of the fraction of a prime's square (2) or cube (3) root, exactly.
  const rootFraction = (prime, power) => {
    const value = BigInt(prime) << BigInt(32 * power);
    let low = 0n;
    let high = 1n << 41n;
    while (high - low > 1n) {
      const middle = (low + high) >> 1n;
      if (middle ** BigInt(power) <= value) low = middle;
      else high = middle;
    }
    return Number(low & 0xffffffffn);
  };
  const START = primes.slice(0, 8).map((prime) => rootFraction(prime, 2));
  const ROUND = primes.map((prime) => rootFraction(prime, 3));
  const turn = (word, places) => (word >>> places) | (word << (32 - places));

  const compress = (state, words) => {
    for (let t = 16; t < 64; t += 1) {
      const early = words[t - 15];
      const late = words[t - 2];
      const low = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
      const high = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
      words[t] = (words[t - 16] + low + words[t - 7] + high) | 0;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let t = 0; t < 64; t += 1) {
      const turnedE = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
      const first = (h + turnedE + ((e & f) ^ (~e & g)) + ROUND[t] + words[t]) | 0;
      const turnedA = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
      const second = (turnedA + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    return [a, b, c, d, e, f, g, h].map((word, index) => (word + state[index]) | 0);
  };

  const joined = (...parts) => {
    const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
    let place = 0;
    for (const part of parts) {
      whole.set(part, place);
      place += part.length;
    }
    return whole;
  };

  const sha256 = (message) => {
    const size = Math.ceil((message.length + 9) / 64) * 64;
    const view = new DataView(joined(message, new Uint8Array(size - message.length)).buffer);
    view.setUint8(message.length, 0x80);
    view.setUint32(size - 8, Math.floor(message.length / 0x20000000));
    view.setUint32(size - 4, (message.length << 3) >>> 0);
    let state = START;
    for (let start = 0; start < size; start += 64) {
      const words = new Int32Array(64);
      for (let t = 0; t < 16; t += 1) words[t] = view.getInt32(start + 4 * t);
      state = compress(state, words);
    }
    const digest = new DataView(new ArrayBuffer(32));
    state.forEach((word, index) => digest.setInt32(4 * index, word));
    return new Uint8Array(digest.buffer);
  };

  const hmac = (key, message) => {
    const padded = joined(key, new Uint8Array(64 - key.length)); // our keys have 32 bytes
    const inner = sha256(joined(padded.map((byte) => byte ^ 0x36), message));
    return sha256(joined(padded.map((byte) => byte ^ 0x5c), inner));
  };

  const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const unhex = (text) => Uint8Array.from(text.match(/../g), (pair) => parseInt(pair, 16));
  const number = (bytes) => BigInt(`0x${hex(bytes)}`);

  // --- from a key to deals ----------------------------------------------------------------

  const CHOOSE = []; // CHOOSE[n][k]: ways to choose k of n
  for (let n = 0; n <= 52; n += 1) {
    CHOOSE[n] = [1n];
    for (let k = 1; k <= 13; k += 1) {
      CHOOSE[n][k] = n === 0 ? 0n : CHOOSE[n - 1][k - 1] + CHOOSE[n - 1][k];
    }
  }
  const EAST = CHOOSE[39][13];
  const SOUTH = CHOOSE[26][13];
  const DEALS = CHOOSE[52][13] * EAST * SOUTH;

  const dealNumber = (key, board) => {
    for (let counter = 0; ; counter += 1) {
      const message = new DataView(new ArrayBuffer(8));
      message.setUint32(0, board);
      message.setUint32(4, counter);
      const block = hmac(key, new Uint8Array(message.buffer));
      for (const draw of [number(block.slice(0, 12)), number(block.slice(12, 24))]) {
        if (draw < DEALS) return draw;
      }
    }
  };

  const takeHand = (pack, index) => {
    const hand = [];
    let rest = index;
    let place = pack.length;
    for (let k = 13; k > 0; k -= 1) {
      do place -= 1; while (CHOOSE[place][k] > rest);
      rest -= CHOOSE[place][k];
      hand.unshift(pack.splice(place, 1)[0]);
    }
    return hand;
  };

  // "AKQ.J32.T98.7654" from places in the pack, 0 the spade ace to 51 the club two.
  const handText = (hand) =>
    [0, 1, 2, 3]
      .map((suit) =>
        hand
          .filter((card) => Math.floor(card / 13) === suit)
          .map((card) => RANKS[card % 13])
          .join(""),
      )
      .join(".");

  const deriveDeal = (key, board) => {
    const index = dealNumber(key, board);
    const pack = [...Array(52).keys()];
    const north = takeHand(pack, index / SOUTH / EAST);
    const east = takeHand(pack, (index / SOUTH) % EAST);
    const south = takeHand(pack, index % SOUTH);
    return `N:${[north, east, south, pack].map(handText).join(" ")}`;
  };

  // --- the proof --------------------------------------------------------------------------

  const quoted = (text) => `"${text.replace(/[\\"]/g, "\\$&")}"`;
  const isText = (text) =>
    typeof text === "string" &&
    text === text.normalize("NFC").trim() &&
    !/[\p{Cc}\p{Cs}]/u.test(text);
  const hasKeys = (object, keys) =>
    Object.prototype.toString.call(object) === "[object Object]" &&
    Object.keys(object).sort().join() === keys;

  const canonical = ({ algorithm, boards, event, later_source: later, session }) =>
    `{"algorithm":${quoted(algorithm)},"boards":{"count":${boards.count},"first":${boards.first}},` +
    `"event":${quoted(event)},"later_source":${quoted(later)},"session":${quoted(session)}}`;

  const isDescription = (description) =>
    hasKeys(description, "algorithm,boards,event,later_source,session") &&
    description.algorithm === "1" &&
    hasKeys(description.boards, "count,first") &&
    Number.isInteger(description.boards.first) &&
    Number.isInteger(description.boards.count) &&
    description.boards.first >= 1 &&
    description.boards.count >= 1 &&
    description.boards.first + description.boards.count - 1 <= MOST_BOARDS &&
    [description.event, description.session, description.later_source].every(isText);

  // What makes the proof unreadable, or "" where it can be checked.
  const unreadable = (proof) => {
    if (typeof proof !== "object" || proof === null) return "proof";
    if (!isDescription(proof.description)) return "description";
    if (!/^[0-9a-f]{64}$/.test(proof.secret)) return "secret";
    const later = proof.later_value;
    if (!isText(later) || Boolean(later) !== Boolean(proof.description.later_source)) return "later";
    if (!Array.isArray(proof.boards)) return "boards";
    return "";
  };

  const boardFaults = (proof, key) => {
    const { first, count } = proof.description.boards;
    const faults = [];
    const seen = new Set();
    for (const row of proof.boards) {
      const board = row && row.number;
      if (!Number.isInteger(board) || board < first || board >= first + count || seen.has(board)) {
        faults.push({ code: "number", board });
      } else if (row.deal !== deriveDeal(key, board)) {
        faults.push({ code: "deal", board });
      }
      seen.add(board);
    }
    for (let board = first; board < first + count; board += 1) {
      if (!seen.has(board)) faults.push({ code: "missing", board });
    }
    return faults;
  };

  // {matches, boards, faults: [{code, board}]}; codes: proof description secret later boards
  // commitment number deal missing.
  const verify = (proof) => {
    const code = unreadable(proof);
    if (code) return { matches: false, boards: 0, faults: [{ code }] };
    const described = utf8(canonical(proof.description));
    const secret = unhex(proof.secret);
    const faults = [];
    if (hex(sha256(joined(utf8(TAG), described, secret))) !== proof.commitment) {
      faults.push({ code: "commitment" });
    }
    const key = hmac(secret, joined(described, Uint8Array.of(0), utf8(proof.later_value)));
    faults.push(...boardFaults(proof, key));
    return { matches: faults.length === 0, boards: proof.boards.length, faults };
  };

  return { verify, deriveDeal, sha256Hex: (bytes) => hex(sha256(bytes)) };
})();

// --- the page: <form data-verify> with textarea, file, [data-verdict] and <ul data-faults> ------
// Sentences come from the page, so that they are translated: data-match, data-mismatch and
// data-fault-CODE, where %(board)s stands for a board's number.

const showVerdict = (form, result) => {
  const verdict = form.querySelector("[data-verdict]");
  const list = form.querySelector("[data-faults]");
  const words = form.dataset;
  const sentence = result.matches ? words.match : words.mismatch;
  verdict.textContent = (sentence || "").replace("%(boards)s", result.boards);
  verdict.dataset.verdict = result.matches ? "match" : "mismatch";
  list.replaceChildren(
    ...result.faults.map(({ code, board }) => {
      const name = `fault${code[0].toUpperCase()}${code.slice(1)}`;
      const item = document.createElement("li");
      item.textContent = (words[name] || code).replace("%(board)s", board);
      return item;
    }),
  );
};

const parsed = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-verify]");
  if (!form) return;
  event.preventDefault();
  showVerdict(form, DealVerifier.verify(parsed(form.querySelector("textarea").value)));
});

document.addEventListener("change", async (event) => {
  const form = event.target.closest("form[data-verify]");
  if (!form || event.target.type !== "file" || !event.target.files.length) return;
  form.querySelector("textarea").value = await event.target.files[0].text();
});
