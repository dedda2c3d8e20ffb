/* Draws a chart out of each table that stands in [data-chart]: "line" or "bar". The table is the chart's text form, and
   all there is without this script. Series are the rows marked data-series, with their values in cells of columns
   marked data-value, in the color of the flag in their heading; or else the columns marked data-series, one value a
   row. */
(() => {
  "use strict";
  const HUES = 8, MANY = 40; // more points than MANY are a line without marks
  const POINTS = ["circle", "rect", "triangle", "rectRot", "star", "crossRot", "rectRounded", "cross"];
  const DASHES = [[], [7, 4], [2, 3], [10, 3, 2, 3], [14, 5], [5, 2], [1, 4], [12, 3, 3, 3, 3, 3]];
  const STROKES = [[], [[0, 10, 10, 0]], [[0, 0, 10, 10]], [[0, 5, 10, 5]], [[5, 0, 5, 10]], [[0, 10, 10, 0], [0, 0, 10, 10]]];
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const drawn = [];

  const words = (cell) => (cell.dataset.called ?? cell.textContent).trim().replace(/\s+/g, " ");
  const figure = (cell) => {
    const number = parseFloat(words(cell).replace("\u2212", "-").replace(/[^0-9.+-]/g, ""));
    return Number.isNaN(number) ? null : number;
  };

  /* What the table says: the labels, and every series with its values. */
  const read = (table) => {
    const heads = [...table.tHead.rows[0].cells];
    const rows = [...table.tBodies[0].rows];
    const of = (mark) => heads.flatMap((head, at) => (mark in head.dataset ? [at] : []));
    const marked = rows.filter((row) => "series" in row.dataset);
    if (marked.length) {
      const at = of("value");
      return {
        labels: at.map((each) => words(heads[each])),
        series: marked.map((row) => ({ label: words(row.querySelector("th")), flag: row.querySelector("th .color rect")?.getAttribute("fill"), data: at.map((each) => figure(row.cells[each])) })),
      };
    }
    const ordered = "newestFirst" in table.dataset ? rows.reverse() : rows;
    return {
      labels: ordered.map((row) => words(row.querySelector("th"))),
      series: of("series").map((at) => ({ label: words(heads[at]), data: ordered.map((row) => figure(row.cells[at])) })),
    };
  };

  const token = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

  /* A bar's filling: its color, and strokes across it that tell it from the others without one. */
  const filling = (color, at) => {
    const strokes = STROKES[at % STROKES.length];
    if (!strokes.length) return color;
    const tile = document.createElement("canvas");
    tile.width = tile.height = 10;
    const pen = tile.getContext("2d");
    pen.fillStyle = color;
    pen.fillRect(0, 0, 10, 10);
    pen.strokeStyle = token("--panel");
    pen.lineWidth = 1.5;
    strokes.forEach(([x, y, toX, toY]) => { pen.beginPath(); pen.moveTo(x, y); pen.lineTo(toX, toY); pen.stroke(); });
    return pen.createPattern(tile, "repeat");
  };

  const looks = (place, kind, at, long, flag) => {
    const color = flag ?? token("--chart-" + ((at % HUES) + 1));
    if (kind === "bar") return { backgroundColor: filling(color, at), borderColor: color, borderWidth: 1, maxBarThickness: 48 };
    const style = POINTS[at % POINTS.length];
    return { borderColor: color, backgroundColor: color, borderDash: DASHES[at % DASHES.length], pointStyle: style, pointRadius: long ? 0 : 4, pointHitRadius: 8, borderWidth: 2, stepped: "stepped" in place.dataset };
  };

  const options = (place, kind, series) => {
    const ink = token("--faint"), line = token("--bs-border-color"), unit = place.dataset.unit ?? "";
    const stacked = "stacked" in place.dataset;
    const said = (value) => String(value).replace("-", "\u2212") + unit;
    return {
      responsive: true,
      maintainAspectRatio: false,
      animation: calm.matches ? false : { duration: 300 },
      interaction: { mode: "index", intersect: false },
      scales: {
        x: { stacked, ticks: { color: ink }, grid: { display: false }, border: { color: line }, title: { display: !!place.dataset.along, text: place.dataset.along, color: ink } },
        y: { stacked, beginAtZero: true, ticks: { color: ink, precision: 0, callback: said }, grid: { color: line }, border: { display: false } },
      },
      plugins: {
        legend: { display: series > 1, position: "bottom", labels: { color: token("--bs-body-color"), usePointStyle: kind === "line", boxHeight: kind === "line" ? 7 : 12, padding: 14 } },
        tooltip: { callbacks: { label: (item) => `${item.dataset.label}: ${said(item.parsed.y)}` } },
      },
    };
  };

  const draw = (place) => {
    const kind = place.dataset.chart, table = place.querySelector("table");
    if (!table || !window.Chart) return;
    const told = read(table);
    if (!told.labels.length || !told.series.length) return;
    const holder = document.createElement("div"), canvas = document.createElement("canvas");
    holder.className = "drawn" + ("low" in place.dataset ? " low" : "");
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", `${place.dataset.title}: a chart of the table below.`);
    holder.append(canvas);
    place.prepend(holder);
    const folded = place.querySelector("details.drawn-from");
    if (folded) folded.open = false;
    Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
    drawn.push([place, kind, new Chart(canvas, {
      type: kind,
      data: { labels: told.labels, datasets: told.series.map((each, at) => ({ ...each, ...looks(place, kind, at, told.labels.length > MANY, each.flag) })) },
      options: options(place, kind, told.series.length),
    })]);
  };

  const repaint = () => drawn.forEach(([place, kind, chart]) => {
    chart.data.datasets.forEach((each, at) => Object.assign(each, looks(place, kind, at, chart.data.labels.length > MANY, each.flag)));
    chart.options = options(place, kind, chart.data.datasets.length);
    chart.update("none");
  });

  document.querySelectorAll("[data-chart]").forEach(draw);
  new MutationObserver(repaint).observe(document.documentElement, { attributeFilter: ["data-bs-theme"] });
  document.documentElement.dataset.charts = drawn.length;
})();
