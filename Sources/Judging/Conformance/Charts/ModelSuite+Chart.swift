extension ModelSuite {
  package var chart: Chart? {
    let chart = ChartRoutes(model).chart
    return chart.states.isEmpty ? nil : chart
  }

  package func passage(of item: Case) throws(HarnessFault) -> [Chart.Transition] {
    model.passage(of: try script(item))
  }
}
