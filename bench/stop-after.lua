-- For wrk: ends after the given number of answers (wrk itself knows only a duration).
local left = 0

function init(args)
  left = tonumber(args[1])
end

function response()
  left = left - 1
  if left == 0 then wrk.thread:stop() end
end
