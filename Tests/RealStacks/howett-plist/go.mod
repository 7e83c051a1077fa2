module adapter

go 1.19

require howett.net/plist v1.0.1
